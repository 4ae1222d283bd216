package audit

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// NewKey makes a key pair to sign checkpoints with. The name is the record's
// origin, such as "passepartout/host-1"; it has no blank and no '+'. The
// public half may be given to everybody who shall verify.
func NewKey(name string) (secret, public string, err error) {
	if name == "" || strings.ContainsAny(name, " \t\n+") {
		return "", "", errors.New("the name of a key has no blank and no '+'")
	}
	secret, public, err = note.GenerateKey(rand.Reader, name)
	if err != nil {
		return "", "", fmt.Errorf("make a key: %w", err)
	}
	return secret, public, nil
}

// Seal signs a checkpoint with Ed25519, in the format of the transparency logs
// (a signed note: origin, size and root in lines of their own). Whoever keeps
// it can show later that the record was then as it was.
func Seal(c Checkpoint, secret string) ([]byte, error) {
	signer, err := note.NewSigner(secret)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	text := fmt.Sprintf("%s\n%d\n%s\n", signer.Name(), c.Size, c.Root)
	sealed, err := note.Sign(&note.Note{Text: text}, signer)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return sealed, nil
}

// Unseal returns the checkpoint in a sealed note, if it was signed by the key
// whose public half is given and is for that key's record. ErrTampered
// otherwise.
func Unseal(sealed []byte, public string) (Checkpoint, error) {
	verifier, err := note.NewVerifier(public)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("unseal: %w", err)
	}
	n, err := note.Open(sealed, note.VerifierList(verifier))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: the seal: %w", ErrTampered, err)
	}
	lines := strings.Split(n.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		return Checkpoint{}, fmt.Errorf("%w: the seal is not for %s", ErrTampered, verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, rerr := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || rerr != nil || size < 0 || len(root) != tlog.HashSize {
		return Checkpoint{}, fmt.Errorf("%w: the seal cannot be read", ErrTampered)
	}
	return Checkpoint{Size: size, Root: tlog.Hash(root)}, nil
}
