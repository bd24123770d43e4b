const { fixClock } = require('./test/support/clock-offset.cjs');

fixClock();

// Published as ES modules only; jest runs CommonJS, so swc translates them too.
const esm = [
  'hucre/',
  '@nestjs/',
  '@fastify/cookie/',
  'cookie/',
  'content-disposition/',
  'file-type/',
  'load-esm/',
  'any-ascii/',
];

const swc = (tsx) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      target: 'es2023',
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testRegex: '\\.spec\\.tsx?$',
  // Only what hangs takes so long: a machine that is busy fails no test.
  testTimeout: 900_000,
  watchman: false,
  setupFiles: ['<rootDir>/test/support/fixed-clock.cjs', '<rootDir>/test/support/jsdom-polyfills.cjs'],
  testSequencer: '<rootDir>/test/support/slow-first.cjs',
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'json', 'ts', 'tsx', 'node'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/test/support/no-css.cjs',
    // antd is published as ES modules and as CommonJS; jest runs the latter.
    '^(antd|rc-[a-z-]+)/es/(.*)$': '$1/lib/$2',
    '^@contract/(.*)$': '<rootDir>/src/contract/$1',
    '^@/(.*)$': '<rootDir>/admin/src/$1',
  },
  transform: { '^.+\\.tsx$': swc(true), '^.+\\.(t|j|mj)s$': swc(false) },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esm.join('|')}))`],
};
