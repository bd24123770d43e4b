import { LAYOUT_DEFAULTS } from '../../admin/src/theme/layout-defaults';

const attributes: Record<string, string> = {};
const storage: Record<string, string> = {};
Object.assign(globalThis, {
  innerWidth: 900,
  localStorage: {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
  },
  document: {
    documentElement: {
      style: {},
      setAttribute: (name: string, value: string) => void (attributes[name] = value),
      removeAttribute: (name: string) => void delete attributes[name],
    },
  },
});

describe('a choice of the layout, between 768 and 1024 px', () => {
  it('of a size holds there, and Reset leads back to the small sidebar', async () => {
    const { chooseLayout, resetLayout, applyLayout: takeLayout } = await import('../../admin/src/theme/layout-options');
    takeLayout({});
    expect(attributes['data-sidebar-size']).toBe('sm');
    chooseLayout({ 'data-sidebar-size': 'md', 'data-topbar': 'dark' });
    expect(attributes).toMatchObject({ 'data-sidebar-size': 'md', 'data-topbar': 'dark' });
    resetLayout();
    expect(attributes).toEqual({ ...LAYOUT_DEFAULTS, 'data-sidebar-size': 'sm' });
    expect(JSON.parse(storage.layout!)).toEqual(LAYOUT_DEFAULTS);
  });

  it('is announced with what stood before it', async () => {
    const { chooseLayout, onLayoutChosen, resetLayout } = await import('../../admin/src/theme/layout-options');
    const modes: string[] = [];
    const end = onLayoutChosen((before) => modes.push(before['data-layout-mode']));
    chooseLayout({ 'data-layout-mode': 'dark' });
    resetLayout();
    end();
    chooseLayout({ 'data-layout-mode': 'dark' });
    expect(modes).toEqual(['light', 'dark']);
  });
});
