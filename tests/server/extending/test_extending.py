"""The public surface for extensions has the names that packages rely on."""

from types import FunctionType

from undertide_server import extending

NAMES = """
SURFACE ActionRefusedError ActorRow Chance Chances Colour DamageType DamagingEffect Effect
EffectContext EffectRecord Extension ExtensionError FloorIndex FloorTold Glyph HeroRow Infliction
Layout LayoutOf MonsterRow Name PartyTold Percent Power PreparedEffect Prose Radius Reach Record
Rest Rng Room Run Seen SomeTicks Stairs StruckBlow System TerrainTable Ticks Told Trick Weight
aimed_at bring deal_damage_of end_run end_status foes_in_view friend_at furnish inflict name_of
other_at others_in_view record_trick set_sight who
"""
"""If a name goes, `SURFACE` rises: packages of the version before would fail."""


def test_the_surface_has_these_names_and_no_others() -> None:
    assert extending.SURFACE == 1
    assert sorted(extending.__all__) == sorted(NAMES.split())
    assert all(hasattr(extending, name) for name in extending.__all__)


def test_what_packages_use_is_documented() -> None:
    for name in extending.__all__:
        value = getattr(extending, name)
        if isinstance(value, type | FunctionType):
            assert value.__doc__, name
