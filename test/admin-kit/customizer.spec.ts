import { syncedLayoutBeforeChoice, layoutFromAccount, mergeLayouts } from '../../admin/src/api/merge-layouts';
import { CUSTOMIZER_OPTIONS } from '../../admin/src/layout/customizer/options';
import { LAYOUT_DEFAULTS, type LayoutOption } from '../../admin/src/theme/layout-defaults';
import { LAYOUT_CHOICES, LAYOUT_DEFAULTS as DEFAULTS } from '../../src/contract/layout';
import texts from '../../admin/src/locales/en/workspace.json';

const options = (change: Partial<Record<LayoutOption, string>> = {}) => ({ ...LAYOUT_DEFAULTS, ...change });

describe('the customizer', () => {
  it('has every option of the specification with its choices, in its order', () => {
    expect(CUSTOMIZER_OPTIONS.map(({ name, choices }) => [name, ...choices])).toEqual([
      ['layout', 'vertical', 'horizontal', 'twocolumn', 'semibox'],
      ['layout_mode', 'light', 'dark'],
      ['sidebar_visibility', 'show', 'hidden'],
      ['layout_width', 'fluid', 'boxed'],
      ['layout_position', 'fixed', 'scrollable'],
      ['topbar', 'light', 'dark'],
      ['sidebar_size', 'lg', 'md', 'sm', 'sm-hover'],
      ['sidebar_view', 'default', 'detached'],
      ['sidebar_color', 'light', 'dark', 'gradient', 'gradient-2', 'gradient-3', 'gradient-4'],
      ['sidebar_image', 'none', 'img-1', 'img-2', 'img-3', 'img-4'],
      ['data_preloader', 'enable', 'disable'],
    ]);
  });

  it('begins with the specification’s defaults, to which Reset leads back, in the browser as in the account', () => {
    expect(
      Object.fromEntries(CUSTOMIZER_OPTIONS.map(({ attribute, name }) => [name, LAYOUT_DEFAULTS[attribute]])),
    ).toEqual({
      layout: 'vertical',
      layout_mode: 'light',
      layout_width: 'fluid',
      layout_position: 'fixed',
      topbar: 'light',
      sidebar_color: 'dark',
      sidebar_size: 'lg',
      sidebar_view: 'default',
      sidebar_image: 'none',
      sidebar_visibility: 'show',
      data_preloader: 'disable',
    });
    expect(layoutFromAccount({ theme: 'light', layout: DEFAULTS }, false)).toEqual(LAYOUT_DEFAULTS);
  });

  it('has a text for each of them', () => {
    const { choices, options: names } = texts.customizer;
    expect(Object.keys(names).toSorted()).toEqual(CUSTOMIZER_OPTIONS.map(({ name }) => name).toSorted());
    for (const [name, all] of Object.entries(LAYOUT_CHOICES))
      expect(Object.keys(choices[name as keyof typeof choices])).toEqual([...all]);
  });
});

describe('the layout stored in an account', () => {
  it('is nothing until something was chosen', () => {
    expect(layoutFromAccount({ theme: 'light', layout: null }, true)).toBeNull();
  });

  it('may be the colours alone, as they were before there was a customizer', () => {
    expect(layoutFromAccount({ theme: 'dark', layout: null }, false)).toEqual(options({ 'data-layout-mode': 'dark' }));
    expect(layoutFromAccount({ theme: 'system', layout: null }, true)).toEqual(options({ 'data-layout-mode': 'dark' }));
    expect(layoutFromAccount({ theme: 'system', layout: null }, false)).toEqual(options());
  });

  it('is every option of the customizer', () => {
    const layout = { ...DEFAULTS, layout: 'semibox', sidebar_color: 'gradient-3', sidebar_view: 'detached' } as const;
    expect(layoutFromAccount({ theme: 'light', layout }, true)).toEqual(
      options({ 'data-layout': 'semibox', 'data-sidebar': 'gradient-3', 'data-layout-style': 'detached' }),
    );
  });
});

describe('account and browser', () => {
  const horizontal = options({ 'data-layout': 'horizontal' });
  const dark = options({ 'data-layout-mode': 'dark' });

  it('on a new device the layout of the account applies', () => {
    expect(mergeLayouts('1.A', horizontal, options(), null)).toEqual({ options: horizontal, hasUnsyncedChoice: false });
    expect(mergeLayouts('1.A', horizontal, dark, null)).toEqual({ options: horizontal, hasUnsyncedChoice: false });
  });

  it('without a layout in the account the choice before signing in applies', () => {
    expect(mergeLayouts('1.A', null, dark, null)).toEqual({ options: dark, hasUnsyncedChoice: false });
  });

  it('a choice made on another device is taken over', () => {
    const baseline = { of: '1.A', options: options() };
    expect(mergeLayouts('1.A', horizontal, options(), baseline)).toEqual({
      options: horizontal,
      hasUnsyncedChoice: false,
    });
  });

  it('an unsynced choice made here applies, together with choices made elsewhere', () => {
    const baseline = { of: '1.A', options: options() };
    expect(mergeLayouts('1.A', horizontal, dark, baseline)).toEqual({
      options: { ...horizontal, 'data-layout-mode': 'dark' },
      hasUnsyncedChoice: true,
    });
  });

  it('an unsynced reset to a default applies as well', () => {
    const baseline = { of: '1.A', options: horizontal };
    expect(mergeLayouts('1.A', horizontal, options(), baseline)).toEqual({
      options: options(),
      hasUnsyncedChoice: true,
    });
  });

  it('another person’s choice on the same machine is not taken over', () => {
    const baseline = { of: '1.A', options: horizontal };
    expect(mergeLayouts('1.B', null, horizontal, baseline)).toEqual({ options: options(), hasUnsyncedChoice: false });
    expect(mergeLayouts('1.B', dark, horizontal, baseline)).toEqual({ options: dark, hasUnsyncedChoice: false });
  });

  describe('chosen before the account has answered', () => {
    const both = { ...horizontal, 'data-layout-mode': 'dark' };

    it('is sent alone, and the rest of the account stays', () => {
      const baseline = syncedLayoutBeforeChoice('1.A', options(), null);
      expect(mergeLayouts('1.A', horizontal, dark, baseline)).toEqual({ options: both, hasUnsyncedChoice: true });
      // A second choice keeps the layout from before the first.
      expect(syncedLayoutBeforeChoice('1.A', dark, baseline)).toEqual(baseline);
    });

    it('is added to the choice before signing in, where the account has nothing', () => {
      const baseline = syncedLayoutBeforeChoice('1.A', dark, null);
      expect(mergeLayouts('1.A', null, both, baseline)).toEqual({ options: both, hasUnsyncedChoice: true });
      expect(mergeLayouts('1.A', horizontal, { ...dark, 'data-topbar': 'dark' }, baseline)).toEqual({
        options: { ...horizontal, 'data-topbar': 'dark' },
        hasUnsyncedChoice: true,
      });
      expect(mergeLayouts('1.B', null, both, baseline)).toEqual({ options: options(), hasUnsyncedChoice: false });
    });

    it('takes over nothing of another person', () => {
      const baseline = syncedLayoutBeforeChoice('1.B', horizontal, { of: '1.A', options: horizontal });
      expect(mergeLayouts('1.B', null, both, baseline)).toEqual({ options: dark, hasUnsyncedChoice: true });
      const boxed = options({ 'data-layout-width': 'boxed' });
      expect(mergeLayouts('1.B', boxed, both, baseline)).toEqual({
        options: { ...boxed, 'data-layout-mode': 'dark' },
        hasUnsyncedChoice: true,
      });
    });
  });

  it('an invalid stored value counts as the default', () => {
    const odd = options({ 'data-layout': 'upside-down', 'data-sidebar-size': 'xl', 'data-layout-mode': 'pink' });
    expect(mergeLayouts('1.A', null, odd, null)).toEqual({ options: options(), hasUnsyncedChoice: false });
    const baseline = { of: '1.A', options: options() };
    expect(mergeLayouts('1.A', dark, odd, baseline)).toEqual({ options: dark, hasUnsyncedChoice: false });
  });
});
