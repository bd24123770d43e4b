import { keptBefore, layoutOf, mergedLayout } from '../../admin/src/api/merged-layout';
import { OPTIONS } from '../../admin/src/layout/customizer/options';
import { LAYOUT_DEFAULTS, type LayoutOption } from '../../admin/src/theme/layout-defaults';
import { LAYOUT_CHOICES, LAYOUT_DEFAULTS as DEFAULTS } from '../../src/contract/layout';
import texts from '../../admin/src/locales/en/workspace.json';

const options = (change: Partial<Record<LayoutOption, string>> = {}) => ({ ...LAYOUT_DEFAULTS, ...change });

describe('the customizer', () => {
  it('has every option of the specification with its choices, in its order', () => {
    expect(OPTIONS.map(({ name, choices }) => [name, ...choices])).toEqual([
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
    expect(Object.fromEntries(OPTIONS.map(({ attribute, name }) => [name, LAYOUT_DEFAULTS[attribute]]))).toEqual({
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
    expect(layoutOf({ theme: 'light', layout: DEFAULTS }, false)).toEqual(LAYOUT_DEFAULTS);
  });

  it('has a word for each of them', () => {
    const { choices, options: names } = texts.customizer;
    expect(Object.keys(names).toSorted()).toEqual(OPTIONS.map(({ name }) => name).toSorted());
    for (const [name, all] of Object.entries(LAYOUT_CHOICES))
      expect(Object.keys(choices[name as keyof typeof choices])).toEqual([...all]);
  });
});

describe('what an account keeps', () => {
  it('is nothing until something was chosen', () => {
    expect(layoutOf({ theme: 'light', layout: null }, true)).toBeNull();
  });

  it('may be the colours alone, as they were before there was a customizer', () => {
    expect(layoutOf({ theme: 'dark', layout: null }, false)).toEqual(options({ 'data-layout-mode': 'dark' }));
    expect(layoutOf({ theme: 'system', layout: null }, true)).toEqual(options({ 'data-layout-mode': 'dark' }));
    expect(layoutOf({ theme: 'system', layout: null }, false)).toEqual(options());
  });

  it('is every option of the customizer', () => {
    const layout = { ...DEFAULTS, layout: 'semibox', sidebar_color: 'gradient-3', sidebar_view: 'detached' } as const;
    expect(layoutOf({ theme: 'light', layout }, true)).toEqual(
      options({ 'data-layout': 'semibox', 'data-sidebar': 'gradient-3', 'data-layout-style': 'detached' }),
    );
  });
});

describe('account and browser', () => {
  const horizontal = options({ 'data-layout': 'horizontal' });
  const dark = options({ 'data-layout-mode': 'dark' });

  it('on a machine that is new to the person: as the account has it', () => {
    expect(mergedLayout('1.A', horizontal, options(), null)).toEqual({ options: horizontal, untold: false });
    expect(mergedLayout('1.A', horizontal, dark, null)).toEqual({ options: horizontal, untold: false });
  });

  it('where the account has nothing: what was chosen before signing in', () => {
    expect(mergedLayout('1.A', null, dark, null)).toEqual({ options: dark, untold: false });
  });

  it('what was chosen elsewhere meanwhile comes along', () => {
    const kept = { of: '1.A', options: options() };
    expect(mergedLayout('1.A', horizontal, options(), kept)).toEqual({ options: horizontal, untold: false });
  });

  it('what was chosen here and could not be told holds, beside what was chosen elsewhere', () => {
    const kept = { of: '1.A', options: options() };
    expect(mergedLayout('1.A', horizontal, dark, kept)).toEqual({
      options: { ...horizontal, 'data-layout-mode': 'dark' },
      untold: true,
    });
  });

  it('what led back to a default and could not be told holds as well', () => {
    const kept = { of: '1.A', options: horizontal };
    expect(mergedLayout('1.A', horizontal, options(), kept)).toEqual({ options: options(), untold: true });
  });

  it('another person’s choice on the same machine is not taken over', () => {
    const kept = { of: '1.A', options: horizontal };
    expect(mergedLayout('1.B', null, horizontal, kept)).toEqual({ options: options(), untold: false });
    expect(mergedLayout('1.B', dark, horizontal, kept)).toEqual({ options: dark, untold: false });
  });

  describe('chosen before the account has answered', () => {
    const both = { ...horizontal, 'data-layout-mode': 'dark' };

    it('is told alone, beside what the account has', () => {
      const kept = keptBefore('1.A', options(), null);
      expect(mergedLayout('1.A', horizontal, dark, kept)).toEqual({ options: both, untold: true });
      // A second choice changes nothing of what stood before the first.
      expect(keptBefore('1.A', dark, kept)).toEqual(kept);
    });

    it('stands beside what was chosen before signing in, where the account has nothing', () => {
      const kept = keptBefore('1.A', dark, null);
      expect(mergedLayout('1.A', null, both, kept)).toEqual({ options: both, untold: true });
      expect(mergedLayout('1.A', horizontal, { ...dark, 'data-topbar': 'dark' }, kept)).toEqual({
        options: { ...horizontal, 'data-topbar': 'dark' },
        untold: true,
      });
      expect(mergedLayout('1.B', null, both, kept)).toEqual({ options: options(), untold: false });
    });

    it('brings nothing of another person’s along', () => {
      const kept = keptBefore('1.B', horizontal, { of: '1.A', options: horizontal });
      expect(mergedLayout('1.B', null, both, kept)).toEqual({ options: dark, untold: true });
      const boxed = options({ 'data-layout-width': 'boxed' });
      expect(mergedLayout('1.B', boxed, both, kept)).toEqual({
        options: { ...boxed, 'data-layout-mode': 'dark' },
        untold: true,
      });
    });
  });

  it('what no option has, written into the storage by hand, is its default', () => {
    const odd = options({ 'data-layout': 'upside-down', 'data-sidebar-size': 'xl', 'data-layout-mode': 'pink' });
    expect(mergedLayout('1.A', null, odd, null)).toEqual({ options: options(), untold: false });
    const kept = { of: '1.A', options: options() };
    expect(mergedLayout('1.A', dark, odd, kept)).toEqual({ options: dark, untold: false });
  });
});
