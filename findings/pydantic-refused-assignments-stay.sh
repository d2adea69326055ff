#!/usr/bin/env bash
# pydantic 2.14: an assignment that a model's validator refuses has been made all the same.
#
# Guess: with validate_assignment=True a value that is refused raises ValidationError and leaves the
# model as it was; that is so for the type of a field and for its own validators.
# So it is not where the rule is the model's: for a validator of mode "after" the field has its new
# value before the rule is asked, and nobody takes it back. The caller sees the error, and the model
# breaks its own rule from then on. Each later assignment fails, to fields that have nothing to do
# with it too, and is kept as well; so a model can only be mended field by field through errors.
# So a rule over several fields wants a frozen model, and
# a new one by model_validate() for each change.
# Source: pydantic-core, src/validators: the function of an "after" validator is called behind the
# model's own validate_assignment(), which has set __dict__.
# Undertide: its content models are frozen.
. "$(dirname "$0")/lib.sh"
python_with pydantic==2.14.3
"$python" - <<'PYTHON'
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

class Band(BaseModel):
    """Depths at which something is found."""

    model_config = ConfigDict(validate_assignment=True)
    name: str = ""
    least: int = Field(ge=0)
    most: int

    @model_validator(mode="after")
    def check_order(self):
        if self.least > self.most:
            raise ValueError("least > most")
        return self

def assign(band, name, value):
    try:
        setattr(band, name, value)
        result = "taken"
    except ValidationError as error:
        result = "refused: " + error.errors()[0]["msg"]
    print(f"{name} = {value!r} is {result}; now {band!r}")
    return result.split(":")[0]

band = Band(least=1, most=5)
assert (assign(band, "least", "x"), band.least) == ("refused", 1)
assert (assign(band, "least", -1), band.least) == ("refused", 1)
assert (assign(band, "least", 9), band.least) == ("refused", 9)
assert (assign(band, "name", "moss"), band.name) == ("refused", "moss")
assert (assign(band, "most", 9), band.most) == ("taken", 9)
PYTHON
as_stated "a model keeps what its validator refuses"
