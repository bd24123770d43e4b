/** Layers of the admin. Run in admin/: npx depcruise src */
const instead =
  'Move shared code to the lower layer, or pass it as a property, a function or a context. theme/ has colours, fonts ' +
  'and breakpoints, api/ calls the server and has the session, components/ and crud/ build screens from definitions, ' +
  'report-kit/ has tables, matrix and charts, features/ are the screens, layout/ is the shell, app/ combines all.';
const above = {
  theme: ['components', 'crud', 'report-kit', 'features', 'layout', 'app'],
  api: ['components', 'crud', 'report-kit', 'features', 'layout', 'app'],
  components: ['report-kit', 'features', 'layout', 'app'],
  crud: ['report-kit', 'features', 'layout', 'app'],
  'report-kit': ['features', 'layout', 'app'],
  features: ['layout', 'app'],
  layout: ['app'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(above).map(([floor, floors]) => ({
      name: `${floor}-looks-up`,
      comment: `admin/src/${floor} may not import the higher layers ${floors.join(', ')}. ${instead}`,
      severity: 'error',
      from: { path: `^src/${floor}/` },
      to: { path: `^src/(${floors.join('|')})/`, pathNot: '\\.css$' },
    })),
    {
      name: 'circle',
      comment: 'These files import each other in a cycle. Move the shared code into a third file.',
      severity: 'error',
      from: {},
      // A lazily loaded page may import the module that loads it.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'the-server-stays-where-it-is',
      comment: 'The admin may import only src/contract of the server.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^\\.\\./src/', pathNot: '^\\.\\./src/contract/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default', 'types'] },
  },
};
