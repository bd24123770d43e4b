/** The admin's floors (house.md §1). In admin/: npx depcruise src */
const instead =
  'Move what both need to the lower floor, or hand it down as a property, a function or a context. client/ speaks to the ' +
  'server and knows who is signed in, theme/ has colours, fonts and widths, kit/ makes screens of definitions; resources/, ' +
  'reports/, learner/ and pages/ are the screens; app/ puts them together.';
const screens = ['resources', 'reports', 'learner', 'pages', 'app'];
const above = { client: ['kit', ...screens], theme: ['kit', ...screens], kit: screens };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(above).map(([floor, floors]) => ({
      name: `${floor}-looks-up`,
      comment: `admin/src/${floor} may not import ${floors.join(', ')}, which stand on it. ${instead}`,
      severity: 'error',
      from: { path: `^src/${floor}/` },
      to: { path: `^src/(${floors.join('|')})/` },
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
