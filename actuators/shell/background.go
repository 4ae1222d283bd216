package shell

import (
	"context"
	"errors"
	"passepartout/pipeline"
)

type table struct{}

func newTable(Config) *table { return &table{} }

var errNot = errors.New("not yet")

func (a *Actuator) inspectBackground(context.Context, pipeline.Proposal) (pipeline.Inspection, error) {
	return pipeline.Inspection{}, errNot
}
func (a *Actuator) inspectList(pipeline.Proposal) (pipeline.Inspection, error) {
	return pipeline.Inspection{}, errNot
}
func (a *Actuator) inspectReadOutput(pipeline.Proposal) (pipeline.Inspection, error) {
	return pipeline.Inspection{}, errNot
}
func (a *Actuator) inspectKill(context.Context, pipeline.Proposal) (pipeline.Inspection, error) {
	return pipeline.Inspection{}, errNot
}
func (a *Actuator) background(context.Context, pipeline.Proposal) (pipeline.Result, error) {
	return pipeline.Result{}, errNot
}
func (a *Actuator) list(context.Context, pipeline.Proposal) (pipeline.Result, error) {
	return pipeline.Result{}, errNot
}
func (a *Actuator) readOutput(context.Context, pipeline.Proposal) (pipeline.Result, error) {
	return pipeline.Result{}, errNot
}
func (a *Actuator) kill(context.Context, pipeline.Proposal) (pipeline.Result, error) {
	return pipeline.Result{}, errNot
}
