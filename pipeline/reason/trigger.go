package reason

import "passepartout/pipeline"

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
