# Runs programs in child processes and prints, for each, what it did that
# reaches beyond itself. Never started but by the tests.
require "json"
require "rbconfig"
RUNS = JSON.parse($stdin.read)
HERE = File.realpath(Dir.pwd)
SYSTEM = ["/usr/lib", "/usr/share", "/usr/local/lib", "/var/lib/gems", "/etc/ssl", "/dev/urandom", File.realpath(RbConfig::CONFIG["prefix"] + "/lib")] + $LOAD_PATH.map(&:to_s) + Gem.path
DID = []
STARTS = %i[system exec spawn fork ` popen pipe syscall kill chdir chroot chmod chown lchmod link symlink rename truncate mkfifo reopen setuid trap]
CODE = %i[instance_eval instance_exec class_eval class_exec module_eval module_exec load require_relative const_get const_set send __send__ public_send binding
          instance_variable_set singleton_class public_method remove_method autoload set_trace_func]

def note(kind, path)
  path = path.respond_to?(:to_path) ? path.to_path : path.to_s
  return if caller_locations(2, 1).first.path.match?(%r{/rubygems}) || path.end_with?(".gemspec")
  full = File.expand_path(path)
  DID << [kind, path] if full.start_with?(HERE) || SYSTEM.none? { |dir| full.start_with?(dir) }
end

WATCHES = {
  "read" => %i[read readlines foreach binread],
  "write" => %i[write binwrite],
  "look" => %i[exist? file? directory? size size? zero? empty? mtime ctime atime stat lstat symlink? readable? writable? executable? ftype readlink],
  "delete" => %i[delete unlink],
}
module FileWatch
  WATCHES.each do |kind, names|
    names.each { |name| define_method(name) { |*a, **k, &b| kind == "delete" ? a.each { |x| note(kind, x) } : a.first(1).each { |x| note(kind, x) unless x.is_a?(IO) }; super(*a, **k, &b) } }
  end
end
module OpenWatch
  def initialize(path, mode = "r", *a, **k, &b)
    note(mode.to_s.start_with?("r") || mode == File::RDONLY ? "read" : "write", path) unless path.is_a?(Integer)
    super
  end
end
module DirWatch
  %i[glob [] children entries exist? each_child foreach empty?].each { |name| define_method(name) { |*a, **k, &b| a.flatten.each { |x| note("look", x) }; super(*a, **k, &b) } }
  %i[mkdir].each { |name| define_method(name) { |*a| note("write", a[0]); super(*a) } }
  %i[rmdir delete unlink].each { |name| define_method(name) { |*a| note("delete", a[0]); super(*a) } }
end

def child(run, out)
  $stdin.reopen(run["text"].include?("JSON") ? run["input"] : "/dev/null")
  $stdout.reopen("/dev/null", "w")
  $stderr.reopen("/dev/null", "w")
  ARGV.replace(run["args"])
  File.singleton_class.prepend(FileWatch)
  File.prepend(OpenWatch)
  Dir.singleton_class.prepend(DirWatch)
  trace = TracePoint.new(:c_call, :call) do |tp|
    DID << ["call", tp.method_id.to_s] if STARTS.include?(tp.method_id) && !tp.self.is_a?(Thread) && !%r{/(rubygems|bundler)}.match?(tp.path) || CODE.include?(tp.method_id) && tp.path == "-e"
  end
  error = ""
  begin
    body = TOPLEVEL_BINDING.eval("proc {\n" + run["text"] + "\n}", "-e")
    trace.enable { body.call }
  rescue Exception => e
    error = e.class.to_s + ": " + e.message
  end
  did = DID.dup
  out.write(JSON.generate(run.merge("did" => did, "error" => error)))
  out.close
  exit!(0)
end

done = RUNS.map do |run|
  r, w = IO.pipe
  pid = fork { r.close; child(run, w) }
  w.close
  text = r.read
  Process.wait(pid)
  text.empty? ? run.merge("did" => [], "error" => "nothing") : JSON.parse(text)
end
puts JSON.generate(done)
