package destructive_test

import (
	"testing"

	"passepartout/gates/destructive"
	"passepartout/gates/gatetest"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	var cases []gatetest.Case
	add := func(want pipeline.Outcome, rule string, e pipeline.Effect) {
		cases = append(cases, gatetest.Case{
			Name: e.Kind.String() + " " + e.Object + " " + e.Mark, Proposal: gatetest.Proposal(gatetest.Effect(pipeline.KindRead, "/etc/hosts"), e), Outcome: want, Rule: rule,
		})
	}
	for _, object := range []string{
		"/", "/*", "/?*", "/.*", "/etc", "/etc/*", "/e*", "/[e]tc", "/usr", "/usr/*", "/us*/b?n", "/home/agent", "/home/agent/*", "/home/*",
		"/ho*/agent", "/home/agent/.*", "/var", "/boot", "/root", "/etc/passwd", "/srv", "/mnt/*", "/**", "/*/*", "/etc/**", "/home/agent/**", "/**/**",
		"/proc/self/root", "/proc/1/root/usr", "/proc/[0-9]*/root/etc/*", "/proc/self/task/7/root/proc/1/root/home",
	} {
		add(pipeline.Deny, "system-root", gatetest.Effect(pipeline.KindDelete, object))
	}
	for _, object := range []string{"/", "/etc", "/usr/*", "/home/agent"} {
		add(pipeline.Deny, "system-root", gatetest.Effect(pipeline.KindWrite, object, "recursive"))
	}
	for _, object := range []string{"/dev/sda", "/dev/nvme0n1", "/dev/vda1", "/dev/mapper/root", "/dev/disk/by-id/x", "/dev/mem", "/dev/sd*", "/proc/sysrq-trigger", "/dev/mmcblk0"} {
		add(pipeline.Deny, "raw-device", gatetest.Effect(pipeline.KindWrite, object))
	}
	for mark, rule := range map[string]string{
		"fork-bomb": "fork-bomb", "kill-all": "kill-all", "security-off": "security-off", "power": "power", "boot": "power",
	} {
		add(pipeline.Deny, rule, gatetest.Effect(pipeline.KindRun, "x", mark))
	}
	add(pipeline.Deny, "disk", gatetest.Effect(pipeline.KindSystem, "mkfs", "disk"))
	add(pipeline.Deny, "system-root", gatetest.Effect(pipeline.KindWrite, "/etc/shadow"))
	for _, e := range []pipeline.Effect{
		gatetest.Effect(pipeline.KindDelete, "/home/agent/ws/build", "recursive"),
		gatetest.Effect(pipeline.KindDelete, "/home/agent/ws/*"),
		gatetest.Effect(pipeline.KindDelete, "/srv/data"),
		gatetest.Effect(pipeline.KindDelete, "/proc/self/root/srv/data"),
		gatetest.Effect(pipeline.KindDelete, "/proc/self/cwd/root"),
		gatetest.Effect(pipeline.KindDelete, "/tmp/*"),
		gatetest.Effect(pipeline.KindDelete, "/etc/nginx/sites-enabled/old"),
		gatetest.Effect(pipeline.KindDelete, "/etc/x*.conf"),
		gatetest.Effect(pipeline.KindDelete, "build"),
		gatetest.Effect(pipeline.KindDelete, "/**/*.log"),
		gatetest.Effect(pipeline.KindDelete, "/var/log/**/*"),
		gatetest.Effect(pipeline.KindDelete, "/home/agent/**/old/*"),
		{Kind: pipeline.KindWrite, Object: "/usr/lib", Mark: "recursive", By: "cp"},
		gatetest.Effect(pipeline.KindWrite, "/etc/hosts"),
		gatetest.Effect(pipeline.KindWrite, "/dev/null"),
		gatetest.Effect(pipeline.KindWrite, "/dev/stdout"),
		gatetest.Effect(pipeline.KindWrite, "/home/agent/ws/disk.img", "disk"),
		gatetest.Effect(pipeline.KindRead, "/dev/sda", "disk"),
		gatetest.Effect(pipeline.KindRead, "/", "recursive"),
		gatetest.Effect(pipeline.KindRead, "/", "metadata"),
		gatetest.Effect(pipeline.KindRun, "rm"),
	} {
		add(pipeline.Allow, "", e)
	}
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return destructive.New(destructive.Config{Home: "/home/agent"}) }, cases)
}

func TestPowerMayBeLeftToThePolicy(t *testing.T) {
	t.Parallel()
	p := gatetest.Proposal(gatetest.Effect(pipeline.KindRun, "reboot", "power"))
	v, err := destructive.New(destructive.Config{Power: true}).Check(t.Context(), p)
	if err != nil || v.Outcome != pipeline.Allow {
		t.Fatalf("%s, %v", v.Outcome, err)
	}
}
