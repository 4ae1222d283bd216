package reason

import (
	"context"
	"errors"
	"fmt"

	"passepartout/pipeline"
)

// trigger finds the skill for a signal: the first in priority order whose
// trigger matches. One that panics while matching does not match; there is no
// action then, which is the safe side.
func (s *Stage) trigger(sig pipeline.Signal) (pipeline.Skill, error) {
	for _, skill := range s.skills {
		if matches(skill, sig) {
			return skill, nil
		}
	}
	if sig.Role == pipeline.RoleAgent {
		return nil, &pipeline.Error{
			Code: pipeline.CodeInvalidEvent, Field: "type",
			Message: "no skill of this worker takes events of type " + sig.Type,
		}
	}
	return nil, pipeline.ErrNothingToDo
}

func matches(skill pipeline.Skill, sig pipeline.Signal) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return skill.Match(sig)
}

// propose asks the skill. Since a skill is pure, one that fails or panics would
// do so again for the same signal: its sender is told at once.
func propose(ctx context.Context, skill pipeline.Skill, sig pipeline.Signal) (a pipeline.Action, err error) {
	failed := func(cause error) *pipeline.Error {
		return &pipeline.Error{
			Code: pipeline.CodeInternal, Err: cause,
			Message: "the skill " + quote(skill.Spec().Name) + " failed on this event; nothing was done",
		}
	}
	defer func() {
		if r := recover(); r != nil {
			a, err = pipeline.Action{}, failed(fmt.Errorf("panic: %v", r))
		}
	}()
	a, err = skill.Propose(ctx, sig)
	if _, typed := errors.AsType[*pipeline.Error](err); err != nil && !typed && ctx.Err() == nil {
		err = failed(err)
	}
	return a, err
}
