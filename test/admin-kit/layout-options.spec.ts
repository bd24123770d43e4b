import { LAYOUT_DEFAULTS } from '../../admin/src/theme/layout-defaults';

const worn: Record<string, string> = {};
const kept: Record<string, string> = {};
Object.assign(globalThis, {
  innerWidth: 900,
  localStorage: {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  },
  document: {
    documentElement: {
      style: {},
      setAttribute: (name: string, value: string) => void (worn[name] = value),
      removeAttribute: (name: string) => void delete worn[name],
    },
  },
});

describe('a choice of the layout, between 768 and 1024 px', () => {
  it('of a size holds there, and Reset leads back to the small sidebar', async () => {
    const { chooseLayout, resetLayout, takeLayout } = await import('../../admin/src/theme/layout-options');
    takeLayout({});
    expect(worn['data-sidebar-size']).toBe('sm');
    chooseLayout({ 'data-sidebar-size': 'md', 'data-topbar': 'dark' });
    expect(worn).toMatchObject({ 'data-sidebar-size': 'md', 'data-topbar': 'dark' });
    resetLayout();
    expect(worn).toEqual({ ...LAYOUT_DEFAULTS, 'data-sidebar-size': 'sm' });
    expect(JSON.parse(kept.layout!)).toEqual(LAYOUT_DEFAULTS);
  });

  it('is announced with what stood before it', async () => {
    const { chooseLayout, onLayoutChosen, resetLayout } = await import('../../admin/src/theme/layout-options');
    const heard: string[] = [];
    const end = onLayoutChosen((before) => heard.push(before['data-layout-mode']));
    chooseLayout({ 'data-layout-mode': 'dark' });
    resetLayout();
    end();
    chooseLayout({ 'data-layout-mode': 'dark' });
    expect(heard).toEqual(['light', 'dark']);
  });
});
