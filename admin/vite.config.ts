import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';
import { gatherTexts, nest } from '../scripts/collect-texts.mjs';
import { compressFiles } from '../scripts/compress-files.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.ADMIN_API ?? 'http://127.0.0.1:3000';
/** Of an address that paths are written behind. */
const root = (given = '') => JSON.stringify(given.replace(/\/+$/, ''));
/** Everything the server answers itself; the rest is the admin's own route. */
const served = ['/api', '/health', '/media', '/files', '/dev', '/Common', '/Customer', '/CustomerMaster'];

/** Groups of texts that the sign-in page may say. */
const FIRST = /^(language|shell|session|errors|wait|auth)\./;

/**
 * {lang}.json in assets/i18n, made from the texts.{lang}.json that stand beside the screens that say them, and
 * first/{lang}.json with those of the sign-in page.
 */
function collected(): Record<string, string> {
  const { texts, problems } = gatherTexts(here('./src'));
  if (problems.length > 0) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, flat]) => {
      const first = Object.fromEntries(Object.entries(flat).filter(([key]) => FIRST.test(key)));
      return [
        [`${language}.json`, JSON.stringify(nest(flat))],
        [`first/${language}.json`, JSON.stringify(nest(first))],
      ];
    }),
  );
}

function textFiles(): Plugin {
  const address = /^\/assets\/i18n\/((?:first\/)?[a-z]{2}\.json)/;
  return {
    name: 'text-files',
    generateBundle() {
      for (const [file, source] of Object.entries(collected()))
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${file}`, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const texts = collected()[address.exec(request.url ?? '')?.[1] ?? ''];
        if (texts === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(texts);
      });
    },
  };
}

/** The letters of the first page are asked for with its scripts, not when its first words are drawn. */
function fontAhead(): Plugin {
  return {
    name: 'font-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /\/inter-ui-[^/]+\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head',
          })),
    },
  };
}

/** What a package imports for something that we do not use, and what stands in its place. */
const LEFT_OUT = [
  // antd's table brings a tree and radio buttons for a filter menu of its own. Our lists filter by chips above the table
  // (`kit/list-filters.tsx`); a column with `filters` would say so.
  {
    asked: /[\\/]FilterDropdown$/,
    by: /antd[\\/]es[\\/]table/,
    code: `export const flattenKeys = () => [];
      export default function () { throw new Error('Lists filter by chips, not by antd: see admin/vite.config.ts.'); }`,
  },
  // antd's table ticks the rows below a ticked row of a tree. Ours are no trees (`checkStrictly`, its default, asks neither).
  {
    asked: /rc-tree[\\/]es[\\/]utils[\\/](conductUtil|treeUtil)$/,
    by: /antd[\\/]es[\\/]table/,
    code: `const none = () => { throw new Error('Rows are no tree: see admin/vite.config.ts.'); };
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
    code: `export const stringify = () => { throw new Error('Our data provider writes addresses: see admin/vite.config.ts.'); };
      export default { stringify };`,
  },
  // The hooks of @refinedev/antd, which is one file, ask sunflower-antd for a form that is antd's own, passed through.
  {
    asked: /^sunflower-antd$/,
    by: /@refinedev[\\/]antd/,
    code: `export const useForm = ({ form }) => ({ form, formProps: { form } });
      export function useStepsForm() { throw new Error('No form in steps: see admin/vite.config.ts.'); }`,
  },
];

function leftOut(): Plugin {
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

/**
 * Each button, check box and icon that antd mounts asks for its styles anew: rc-util answers by looking through all tags
 * of the head and comparing their whole text, and cssinjs compiles its keyframes again, some thousand times in a list.
 * What was found and compiled once is kept here.
 */
const KEPT_STYLES = [
  {
    of: /rc-util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/,
    was: 'export function updateCSS(',
    is: 'function lookedUp(',
    more: `
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
  },
  {
    of: /@ant-design[\\/]cssinjs[\\/]es[\\/]hooks[\\/]useStyleRegister\.js$/,
    was: 'updateCSS(normalizeStyle(effectStyle[effectKey]), "_effect-"',
    is: 'updateCSS(compiled(effectStyle[effectKey]), "_effect-"',
    more: `
      const texts = new Map();
      function compiled(style) {
        if (!texts.has(style)) texts.set(style, normalizeStyle(style));
        return texts.get(style);
      }`,
  },
];

/**
 * What antd says to screen readers in English, whatever the reader's language. Icons say their names ("plus New skill"): what
 * one means stands beside it in words, or it is given a name (`aria-label`); else it is drawn and not said. The arrows of a
 * number's field are for the mouse: whoever hears the page has the arrow keys. A toast's cross is called by its icon
 * (`toastConfig`).
 */
const UNSAID = [
  {
    of: /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon\.js$/,
    was: '"aria-label": icon.name',
    is: '"aria-hidden": restProps["aria-label"] ? undefined : true',
  },
  ...['Increase', 'Decrease'].map((what) => ({
    of: /rc-input-number[\\/]es[\\/]StepHandler\.js$/,
    was: `"aria-label": "${what} Value"`,
    is: '"aria-hidden": true',
  })),
  // Their arrows are buttons whose name was the icon's.
  ...['prev', 'next'].map((way) => ({
    of: /rc-pagination[\\/]es[\\/]Pagination\.js$/,
    was: `disabled: !has${way === 'prev' ? 'Prev' : 'Next'}`,
    is: `disabled: !has${way === 'prev' ? 'Prev' : 'Next'},\n      "aria-label": locale.${way}_page`,
  })),
  // Not a tooltip: what it holds is worked in (`WorkPopover`), and its button is not described by all of it.
  {
    of: /rc-tooltip[\\/]es[\\/]Popup\.js$/,
    was: 'role: "tooltip"',
    is: 'role: prefixCls.endsWith("-popover") ? undefined : "tooltip"',
  },
  {
    of: /rc-tooltip[\\/]es[\\/]Tooltip\.js$/,
    was: 'overlay ? mergedId : null',
    is: 'overlay && !prefixCls.endsWith("-popover") ? mergedId : null',
  },
  // What the calendar's month and year lead to is said besides them, not instead of them.
  ...(
    [
      ['DatePanel', 'yearSelect'],
      ['DatePanel', 'monthSelect'],
      ['MonthPanel', 'yearSelect'],
      ['YearPanel', 'decadeSelect'],
    ] as const
  ).map(([panel, word]) => ({
    of: new RegExp(`rc-picker[\\\\/]es[\\\\/]PickerPanel[\\\\/]${panel}[\\\\/]index\\.js$`),
    was: `"aria-label": locale.${word}`,
    is: `title: locale.${word}`,
  })),
  { of: /rc-notification[\\/]es[\\/]Notice\.js$/, was: '"aria-label": "Close"', is: 'role: "button"' },
];

/**
 * The list of a select is called as its field is, and is itself what scrolls, as axe knows the list of a combobox: a list
 * within something that scrolls would be something that no key reaches. That nothing is found is an entry of it.
 */
const NAMED_LISTS = [
  {
    of: /rc-select[\\/]es[\\/]OptionList\.js$/,
    was: 'var a11yProps = {',
    is: 'var a11yProps = { "aria-label": calledAs(id, _useBaseProps), "aria-multiselectable": multiple || undefined,',
    more: `
      function calledAs(id, props) {
        const box = document.getElementById(id);
        const words = (label) => [...label.childNodes].filter((part) => !part.contains(box)).map((part) => part.textContent);
        return props['aria-label'] || [...(box?.labels ?? [])].flatMap(words).join(' ') || undefined;
      }`,
  },
  {
    of: /rc-select[\\/]es[\\/]OptionList\.js$/,
    was: 'role: "listbox",',
    is: 'role: "listbox", "aria-label": calledAs(id, _useBaseProps),',
  },
  {
    of: /rc-select[\\/]es[\\/]OptionList\.js$/,
    was: '}, notFoundContent);',
    is: '}, React.createElement("div", { role: "option", "aria-disabled": true, "aria-selected": false }, notFoundContent));',
  },
  {
    of: /rc-virtual-list[\\/]es[\\/]List\.js$/,
    was: 'className: "".concat(prefixCls, "-holder"),',
    is: '...(innerProps?.role && innerProps), className: "".concat(prefixCls, "-holder"),',
  },
  {
    of: /rc-virtual-list[\\/]es[\\/]List\.js$/,
    was: 'innerProps: innerProps,',
    is: 'innerProps: innerProps?.role ? undefined : innerProps,',
  },
];
const REWRITTEN: { of: RegExp; was: string; is: string; more?: string }[] = [...KEPT_STYLES, ...UNSAID, ...NAMED_LISTS];

function packagesRewritten(): Plugin {
  return {
    name: 'packages-rewritten',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const changes = REWRITTEN.filter(({ of }) => of.test(id));
      if (changes.length === 0) return null;
      const rewritten = changes.reduce((text, { was, is, more = '' }) => {
        if (!text.includes(was)) throw new Error(`${id} is written in another way: see REWRITTEN.`);
        return text.replace(was, is) + more;
      }, code);
      return { code: rewritten, map: null };
    },
  };
}

/** The server compresses no file when it is asked for one: the build did (`src/platform/http/static-admin.ts`). */
function compressed(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    closeBundle: { order: 'post', handler: () => compressFiles(here('./dist')) },
  };
}

export default defineConfig({
  base: '/',
  plugins: [react(), leftOut(), packagesRewritten(), textFiles(), fontAhead(), compressed()],
  resolve: {
    alias: { '@contract': here('../src/contract'), '@': here('./src') },
    dedupe: ['react', 'react-dom', 'antd', '@refinedev/core', '@tanstack/react-query', 'react-router'],
  },
  // Texts are fetched, not bundled; the stamp makes a new release fetch new texts past any cache.
  define: {
    __API_ROOT__: root(process.env.ADMIN_API_ROOT),
    __FILES_ROOT__: root(process.env.ADMIN_FILES_ROOT),
    __TEXTS__: JSON.stringify(createHash('sha256').update(JSON.stringify(collected())).digest('hex').slice(0, 10)),
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    // The polyfill would be one more script on the sign-in page; every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
    // No data: addresses, so that the content security policy can stay narrow.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Refine imports them for what we do not use (its own CSV import, its telemetry of errors, its Markdown field and
        // layout): nothing happens by loading them.
        moduleSideEffects: [
          { test: /node_modules[\\/](papaparse|error-stack-parser|stackframe|pluralize)[\\/]/, sideEffects: false },
          { test: /node_modules[\\/](react-markdown|remark-gfm|@ant-design[\\/]pro-[a-z]+)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          // antd is NOT grouped: one group of all of it costs each page 200 KB. What the first page needs is two files:
          // packages, which stay from release to release, and our own.
          groups: [
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/]/, priority: 30 },
            { name: 'first', tags: ['$initial'], priority: 20 },
            // What most pages share, in one file: each file costs a request and its headers. Calendars come with forms.
            {
              name: 'shared',
              test: /node_modules[\\/](?!rc-picker|antd[\\/]es[\\/]date-picker)|src[\\/]kit[\\/](use-narrow|page-header)\.ts/,
              minShareCount: 14,
              priority: 10,
            },
            // Two small files of one thought: as one they cost one request less.
            { name: 'views', test: /pages[\\/]remove-training[\\/](use-view|views)\.ts$/, priority: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
  preview: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
});
