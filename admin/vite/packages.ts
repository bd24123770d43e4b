import type { Plugin } from 'vite';

/** What a package imports for something that we do not use, and what stands in its place. */
const LEFT_OUT = [
  // antd's table brings a tree and radio buttons for a filter menu of its own. Our lists filter by chips above the table
  // (`kit/list-filters.tsx`); a column with `filters` would say so.
  {
    asked: /[\\/]FilterDropdown$/,
    by: /antd[\\/]es[\\/]table/,
    code: `export const flattenKeys = () => [];
      export default function () { throw new Error('Lists filter by chips, not by antd: see admin/vite/packages.ts.'); }`,
  },
  // antd's table ticks the rows below a ticked row of a tree. Ours are no trees (`checkStrictly`, its default, asks neither).
  {
    asked: /rc-tree[\\/]es[\\/]utils[\\/](conductUtil|treeUtil)$/,
    by: /antd[\\/]es[\\/]table/,
    code: `const none = () => { throw new Error('Rows are no tree: see admin/vite/packages.ts.'); };
      export { none as conductCheck, none as convertDataToEntities };`,
  },
  // antd's button asks the presets of the colour picker, and with them a collapse, whether a colour is bright.
  {
    asked: /[\\/]ColorPresets$/,
    by: /antd[\\/]es[\\/]button/,
    code: `export const isBright = (color) => {
        const { r, g, b } = color.toRgb();
        return r * 0.299 + g * 0.587 + b * 0.114 > 192;
      };`,
  },
  // rc-pagination falls back to Chinese words, in a file of their own; antd always hands it those of the reader.
  { asked: /[\\/]locale[\\/]zh_CN$/, by: /rc-pagination[\\/]es[\\/]Pagination/, code: 'export default {};' },
  // qs, by which Refine reads an address, remembers what it has seen in a map with ten packages around it, for browsers
  // without WeakMap.
  {
    asked: /^side-channel$/,
    by: /[\\/]qs[\\/]/,
    code: 'module.exports = () => new WeakMap();',
  },
  // Every browser that Vite builds for has had one for years.
  { asked: /^resize-observer-polyfill$/, by: /rc-resize-observer/, code: 'export default globalThis.ResizeObserver;' },
  // Refine makes plurals of English names for titles and breadcrumbs of its own; ours are translated texts.
  {
    asked: /^pluralize$/,
    by: /@refinedev[\\/]core/,
    code: `const same = (word) => word;
      export default Object.assign(same, { plural: same, singular: same });`,
  },
  // simple-rest writes the addresses of lists by it, which are ours, and the query of a custom call, which none of ours has.
  {
    asked: /^query-string$/,
    by: /@refinedev[\\/]simple-rest/,
    code: `export const stringify = () => { throw new Error('Our data provider writes addresses: see admin/vite/packages.ts.'); };
      export default { stringify };`,
  },
  // The hooks of @refinedev/antd, which is one file, ask sunflower-antd for a form that is antd's own, passed through.
  {
    asked: /^sunflower-antd$/,
    by: /@refinedev[\\/]antd/,
    code: `export const useForm = ({ form }) => ({ form, formProps: { form } });
      export function useStepsForm() { throw new Error('No form in steps: see admin/vite/packages.ts.'); }`,
  },
];

export function leftOut(): Plugin {
  const place = '\0left-out:';
  return {
    name: 'left-out',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      const index = LEFT_OUT.findIndex(({ asked, by }) => asked.test(id) && by.test(importer ?? ''));
      return index < 0 ? null : place + index;
    },
    load: (id) => (id.startsWith(place) ? (LEFT_OUT[Number(id.slice(place.length))]?.code ?? null) : null),
  };
}

/** One place of a package's file: what stands there, what stands there then, and what comes behind the whole file. */
type Change = readonly [was: string, is: string, more?: string];
/** The same in one file; a file is named once, however much of it is written anew. */
const within = (of: RegExp, ...changes: readonly Change[]) => changes.map((change) => ({ of, change }));

/**
 * Each button, check box and icon that antd mounts asks for its styles anew: rc-util answers by looking through all tags
 * of the head and comparing their whole text, and cssinjs compiles its keyframes again, some thousand times in a list.
 * What was found and compiled once is kept here.
 */
const KEPT_STYLES = [
  ...within(/rc-util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/, [
    'export function updateCSS(',
    'function lookedUp(',
    `
      const found = new WeakMap();
      export function updateCSS(css, key, option = {}) {
        const place = option.attachTo ?? document.head;
        if (!found.has(place)) found.set(place, new Map());
        const name = (option.mark ?? '') + ' ' + key;
        const before = found.get(place).get(name);
        if (before && before.css === css && before.tag.isConnected) return before.tag;
        const tag = lookedUp(css, key, option);
        found.get(place).set(name, { css, tag });
        return tag;
      }`,
  ]),
  ...within(/@ant-design[\\/]cssinjs[\\/]es[\\/]hooks[\\/]useStyleRegister\.js$/, [
    'updateCSS(normalizeStyle(effectStyle[effectKey]), "_effect-"',
    'updateCSS(compiled(effectStyle[effectKey]), "_effect-"',
    `
      const texts = new Map();
      function compiled(style) {
        if (!texts.has(style)) texts.set(style, normalizeStyle(style));
        return texts.get(style);
      }`,
  ]),
];

/**
 * What antd says to screen readers in English, whatever the reader's language. Icons say their names ("plus New skill"): what
 * one means stands beside it in words, or it is given a name (`aria-label`); else it is drawn and not said. The arrows of a
 * number's field are for the mouse: whoever hears the page has the arrow keys. A toast's cross is called by its icon
 * (`toastConfig`).
 */
const UNSAID = [
  ...within(/@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon\.js$/, [
    '"aria-label": icon.name',
    '"aria-hidden": restProps["aria-label"] ? undefined : true',
  ]),
  ...within(
    /rc-input-number[\\/]es[\\/]StepHandler\.js$/,
    ...['Increase', 'Decrease'].map((what): Change => [`"aria-label": "${what} Value"`, '"aria-hidden": true']),
  ),
  // Their arrows are buttons whose name was the icon's.
  ...within(
    /rc-pagination[\\/]es[\\/]Pagination\.js$/,
    ...['Prev', 'Next'].map((way): Change => [
      `disabled: !has${way}`,
      `disabled: !has${way},\n      "aria-label": locale.${way.toLowerCase()}_page`,
    ]),
  ),
  // Not a tooltip: what it holds is worked in (`WorkPopover`), and its button is not described by all of it.
  ...within(/rc-tooltip[\\/]es[\\/]Popup\.js$/, [
    'role: "tooltip"',
    'role: prefixCls.endsWith("-popover") ? undefined : "tooltip"',
  ]),
  ...within(/rc-tooltip[\\/]es[\\/]Tooltip\.js$/, [
    'overlay ? mergedId : null',
    'overlay && !prefixCls.endsWith("-popover") ? mergedId : null',
  ]),
  // What the calendar's month and year lead to is said besides them, not instead of them.
  ...(
    [
      ['DatePanel', 'yearSelect'],
      ['DatePanel', 'monthSelect'],
      ['MonthPanel', 'yearSelect'],
      ['YearPanel', 'decadeSelect'],
    ] as const
  ).flatMap(([panel, word]) =>
    within(new RegExp(`rc-picker[\\\\/]es[\\\\/]PickerPanel[\\\\/]${panel}[\\\\/]index\\.js$`), [
      `"aria-label": locale.${word}`,
      `title: locale.${word}`,
    ]),
  ),
  ...within(/rc-notification[\\/]es[\\/]Notice\.js$/, ['"aria-label": "Close"', 'role: "button"']),
];

/**
 * The list of a select is called as its field is, and is itself what scrolls, as axe knows the list of a combobox: a list
 * within something that scrolls would be something that no key reaches. That nothing is found is an entry of it.
 */
const NAMED_LISTS = [
  ...within(
    /rc-select[\\/]es[\\/]OptionList\.js$/,
    [
      'var a11yProps = {',
      'var a11yProps = { "aria-label": calledAs(id, _useBaseProps), "aria-multiselectable": multiple || undefined,',
      `
      function calledAs(id, props) {
        const box = document.getElementById(id);
        const words = (label) => [...label.childNodes].filter((part) => !part.contains(box)).map((part) => part.textContent);
        return props['aria-label'] || [...(box?.labels ?? [])].flatMap(words).join(' ') || undefined;
      }`,
    ],
    ['role: "listbox",', 'role: "listbox", "aria-label": calledAs(id, _useBaseProps),'],
    [
      '}, notFoundContent);',
      '}, React.createElement("div", { role: "option", "aria-disabled": true, "aria-selected": false }, notFoundContent));',
    ],
  ),
  ...within(
    /rc-virtual-list[\\/]es[\\/]List\.js$/,
    [
      'className: "".concat(prefixCls, "-holder"),',
      '...(innerProps?.role && innerProps), className: "".concat(prefixCls, "-holder"),',
    ],
    ['innerProps: innerProps,', 'innerProps: innerProps?.role ? undefined : innerProps,'],
  ),
];
const REWRITTEN = [...KEPT_STYLES, ...UNSAID, ...NAMED_LISTS];

export function packagesRewritten(): Plugin {
  return {
    name: 'packages-rewritten',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const changes = REWRITTEN.filter(({ of }) => of.test(id));
      if (changes.length === 0) return null;
      const rewritten = changes.reduce((text, { change: [was, is, more = ''] }) => {
        if (!text.includes(was)) throw new Error(`${id} is written in another way: see REWRITTEN.`);
        return text.replace(was, is) + more;
      }, code);
      return { code: rewritten, map: null };
    },
  };
}
