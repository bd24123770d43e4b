/**
 * Every test run starts at the same instant, in one time zone. Called once per run, before its processes start: they
 * inherit the offset, so a restarted server does not go back in time.
 */
function fixClock() {
  process.env.TEST_CLOCK_OFFSET_MS ??= String(Date.parse('2026-11-25T10:00:00Z') - Date.now());
  process.env.TZ ??= 'UTC';
}

module.exports = { fixClock };
