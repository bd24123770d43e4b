// Layers (docs/architecture.md): a folder imports itself and the lower layers, which stand before it in this list. No circles.
const modules = [
  'live',
  'background-jobs',
  'subscriptions',
  'customers',
  'identity',
  'api-keys',
  'exports',
  'support',
  'staff',
  'skills',
  'trainings',
  'assessments',
  'quizzes',
  'certificates',
  'notices',
  'imports',
  'reports',
  'search',
  'audit',
];
const layers = [
  'contract',
  'common',
  'infrastructure',
  'migrations',
  'tenancy',
  'crud',
  'auth',
  ...modules.map((name) => `modules/${name}`),
  'legacy-api',
  'seed',
];

const instead =
  'Move the rule to the layer that owns the data; or pass the lower layer what it needs as plain data or as a function; ' +
  'or let the lower layer publish a domain event and the higher one listen. A relation between entities needs no import: ' +
  "name the other entity in text, @ForeignKey('Staff', …).";

const upward = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer.replace('modules/', '')}-imports-up`,
  comment: `src/${layer} may not import ${layers.slice(index + 1).join(', ')}. ${instead}`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'the-top-is-imported-by-nobody',
      comment: `app.module.ts, main.ts and their neighbours put the product together; no folder of src may import them. ${instead}`,
      severity: 'error',
      from: { path: `^src/(${layers.join('|')})/` },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'contract-is-plain-data',
      comment:
        'src/contract is read by the server and by the browser: no package, no Node module. Describe the thing as data ' +
        'there and do the work in src/common, src/infrastructure or admin/.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: '^src/contract/' },
    },
    {
      name: 'circle',
      comment:
        'These files import each other in a circle. Move what both need into a third file below them, or merge them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'migrations-stand-alone',
      comment:
        'A released migration never changes, so it may not depend on code that does: write the tables out with ' +
        'infrastructure/database/table-builder, not with entities or services.',
      severity: 'error',
      from: { path: '^src/migrations/' },
      to: { path: '^src/', pathNot: '^src/(migrations|infrastructure|common)/' },
    },
    {
      name: 'domains-do-not-import-http',
      comment:
        'HTTP belongs to controllers (*.controller.ts, *.dto.ts) and to src/common/http. A service takes and ' +
        'returns plain data and throws an AppError.',
      severity: 'error',
      from: { path: '^src/.+\\.(service|entity|repository|query|errors)\\.ts$' },
      to: { path: '(^|/)node_modules/(fastify|@fastify|@nestjs/platform-fastify|@nestjs/swagger)/' },
    },
    {
      name: 'not-installed',
      comment: 'This import does not resolve. Correct the path, or add the package to package.json.',
      severity: 'error',
      from: {},
      // node:sqlite is looked for at run time: Node 20 has none, and its place is taken by a package.
      to: { couldNotResolve: true, pathNot: '^node:sqlite$' },
    },
    {
      name: 'development-package-in-the-product',
      comment: 'The product runs without development packages. Move the package to "dependencies".',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '(^|/)node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default', 'types'] },
  },
};
