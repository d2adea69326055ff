"""Systems: functions over a run and one of its floors. `pipeline` states their order."""
