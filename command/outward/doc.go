// Package outward finds the words by which a text reaches out of its project.
//
// A command that writes a build file, a test or a configuration and then lets a
// tool load it shows that text, but nobody has looked at it before it runs. To
// read every language in full is beyond any reader. So the question is turned
// round: a text without a single word that leads out of the project (to a
// program, to the network, to the home folder, to other folders, to code that it
// puts together) can do no more than the project's own code does. One that has
// such a word must be one of the few forms that are known to stay inside:
//
//	words that start programs      no constant leads out, names a program that
//	                               reaches out, or hides what it says
//	words that ask the network     all hosts that it names are this machine's,
//	                               or nobody's (RFC 2606)
//	words for the home folder      a test that first puts a folder of its own there
//	words that evaluate text       none, but for names that stand there in full
//	words that read, write, delete no constant leads out of the folder
//
// Names of secrets lead out wherever they stand. Settings (TOML, YAML, make,
// XML) have no words but what they name, so paths, secrets, hosts that code is
// taken from and commands that reach out are looked for.
//
// Texts for build servers, hooks and containers reach out by trade. Of them Later
// finds what reads secrets, sends them to hosts that are on no list, or runs what
// nobody sees. The same is asked of what builds, managers of packages and containers are
// told, and where they take code from: who is on no list is a stranger.
//
// What a project deploys may stand open to everybody; a text that opens it is found in
// whatever language describes it.
//
// Limit: this is a vocabulary. What a text computes from numbers, or asks of
// functions of the project, is not seen; confinement holds that.
package outward
