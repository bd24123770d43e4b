/**
 * The design tokens. CSS reads them as custom properties (`--sg-…`, written by `use-tokens.ts`), antd as its theme
 * (`antd-theme.tsx`). Every text pair has a contrast of 4.5:1 or better.
 */
export type Mode = 'light' | 'dark';

const BRAND = '#403098';

interface Palette {
  primary: string;
  primaryHover: string;
  primaryActive: string;
  primarySoft: string;
  link: string;
  success: string;
  warning: string;
  error: string;
  successSoft: string;
  warningSoft: string;
  errorSoft: string;
  /** Backgrounds: page, card, raised surface (menus, dialogs). */
  page: string;
  surface: string;
  raised: string;
  sunken: string;
  line: string;
  lineStrong: string;
  /** Border of an input. */
  field: string;
  text: string;
  textSoft: string;
  textFaint: string;
  shadow: string;
}

/** The neutral colours have a violet tint, to match the brand colour. */
export const PALETTE: Record<Mode, Palette> = {
  light: {
    primary: '#403098',
    primaryHover: '#5242ad',
    primaryActive: '#33257d',
    primarySoft: '#efedf9',
    link: '#403098',
    success: '#237804',
    warning: '#ad4e00',
    error: '#cf1322',
    successSoft: '#eef7e9',
    warningSoft: '#fdf3e7',
    errorSoft: '#fdeeee',
    page: '#f6f5f9',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f9f8fc',
    line: '#e6e3ee',
    lineStrong: '#8a849b',
    field: '#cdc8da',
    text: '#1e1a2b',
    textSoft: '#595959',
    textFaint: '#6d687b',
    shadow: '0 1px 2px rgb(30 20 70 / 5%), 0 8px 24px rgb(30 20 70 / 8%)',
  },
  dark: {
    primary: '#6f5de0',
    primaryHover: '#7361e2',
    primaryActive: '#5d4bcd',
    primarySoft: '#2a2445',
    link: '#a79bf5',
    success: '#6abe39',
    warning: '#e89a3c',
    error: '#ff7875',
    successSoft: '#1b2a17',
    warningSoft: '#2e2215',
    errorSoft: '#331a1e',
    page: '#131119',
    surface: '#1b1824',
    raised: '#232030',
    sunken: '#17141f',
    line: '#322d42',
    lineStrong: '#7b7492',
    field: '#4a4460',
    text: '#eceaf3',
    textSoft: '#b5b0c4',
    textFaint: '#a09ab2',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 40%)',
  },
};

export const RADIUS = 8;
export const ROW = 40;
/** The specification's breakpoints: small sidebar, slide-in menu. */
export const BREAKPOINT = { menu: 767, small: 1024 } as const;

const SYSTEM = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Inter is self-hosted, with Russian characters in a file of their own; Arabic and Chinese use system fonts. */
export const FONT = {
  base: `'Inter Variable', ${SYSTEM}`,
  ru: `'Inter Variable', 'Inter Russian', ${SYSTEM}`,
  ar: `'Inter Variable', 'Segoe UI', 'SF Arabic', 'Geeza Pro', 'Noto Sans Arabic', Tahoma, ${SYSTEM}`,
  zh: `'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', ${SYSTEM}`,
  mono: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace",
} as const;

export const fontOf = (language: string): string =>
  language === 'ar' || language === 'zh' || language === 'ru' ? FONT[language] : FONT.base;

/** The custom properties of a mode, name to value. Sidebar colours are in sidebar-colors.css. */
export function cssTokens(mode: Mode): Record<string, string> {
  const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const tokens: Record<string, string> = { '--sg-brand': BRAND };
  for (const [name, value] of Object.entries(PALETTE[mode])) tokens[`--sg-${dashed(name)}`] = value;
  return tokens;
}
