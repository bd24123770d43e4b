// A slow file that starts last runs alone, so slow files start first.
const { default: Sequencer } = require('@jest/test-sequencer');

const SLOW = [
  'rest/object-storage',
  'rest/video-streams',
  'redis/start',
  'isolation/hostile-input',
  'infrastructure/',
  'durability/',
  'size/',
  'isolation/other-customers',
  'rest/seed',
  'database/lists',
  'domain/calendar',
  'domain/target-grid',
  'journeys/',
];
const rank = ({ path }) => {
  const at = SLOW.findIndex((name) => path.includes(`/test/${name}`));
  return at < 0 ? SLOW.length : at;
};

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
/** Whether a file (`test/…/x.spec.ts`) is a slow one. */
module.exports.isSlow = (file) => rank({ path: `/${file}` }) < SLOW.length;
