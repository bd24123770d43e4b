/** The admin's floors. In admin/: npx depcruise src */
const instead =
  'Move what both need to the lower floor, or hand it down as a property, a function or a context. theme/ has colours, fonts ' +
  'and widths, api/ speaks to the server and knows who is signed in, components/ and crud/ make screens of definitions, ' +
  'report-kit/ has tables, matrix and charts; features/ are the screens, layout/ stands around them, app/ puts them together.';
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
      comment: `admin/src/${floor} may not import ${floors.join(', ')}, which stand on it. ${instead}`,
      severity: 'error',
      from: { path: `^src/${floor}/` },
      to: { path: `^src/(${floors.join('|')})/`, pathNot: '\\.css$' },
    })),
    {
      name: 'circle',
      comment: 'These files import each other in a circle. Move what both need into a third file below them.',
      severity: 'error',
      from: {},
      // A page that is loaded when it is opened may name the module that opens it.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'the-server-stays-where-it-is',
      comment: 'Of src/ the browser reads src/contract alone.',
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
