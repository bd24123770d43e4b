import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd';
import type { Locale } from 'antd/es/locale';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, type Language } from '@contract/languages';
import { LOCALES } from './locales';
import { useBreakpoint, useMode } from './layout-options';
import { findPopupContainer } from './popup-container';
import { FONT, fontOf, PALETTE, RADIUS, ROW, type Mode } from './tokens';

function useAntdLocale(language: string): Locale | undefined {
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let isCurrent = true;
    const load = LOCALES[language as Language]?.antd;
    if (!load) setLocale(undefined);
    else
      load().then(
        (module) => isCurrent && setLocale(module.default),
        () => isCurrent && setLocale(undefined),
      );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return locale;
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** antd's theme for a mode. @param touch controls of 44 px, for phones */
export function antdThemeOf(mode: Mode, language: string, touch: boolean): ThemeConfig {
  const p = PALETTE[mode];
  return {
    // antd's dark algorithm dims the seed colours; ours are set again because their contrast was measured.
    algorithm: (seed, map) => ({
      ...(mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm)(seed, map),
      colorPrimary: p.primary,
      colorPrimaryHover: p.primaryHover,
      colorPrimaryActive: p.primaryActive,
      colorInfo: p.link,
      colorSuccess: p.success,
      colorWarning: p.warning,
      colorError: p.error,
      // antd's colour is lighter: 3.1:1 as text on its soft background.
      ...(mode === 'light' && { colorErrorHover: '#a8071a' }),
    }),
    cssVar: { key: 'sg' },
    hashed: false,
    token: {
      colorPrimary: p.primary,
      colorPrimaryHover: p.primaryHover,
      colorPrimaryActive: p.primaryActive,
      colorPrimaryBg: p.primarySoft,
      colorPrimaryBgHover: p.primarySoft,
      colorPrimaryText: p.link,
      // The focus ring; antd's contrast is 1.7:1.
      colorPrimaryBorder: p.link,
      lineWidthFocus: 2,
      colorInfo: p.primary,
      colorInfoText: p.link,
      colorLink: p.link,
      colorLinkHover: p.link,
      colorLinkActive: p.link,
      colorSuccess: p.success,
      colorWarning: p.warning,
      colorError: p.error,
      colorErrorText: p.error,
      // antd would derive these from the colours above, which gives greyish backgrounds in light mode.
      colorInfoBg: p.primarySoft,
      colorSuccessBg: p.successSoft,
      colorWarningBg: p.warningSoft,
      colorErrorBg: p.errorSoft,
      colorText: p.text,
      colorTextSecondary: p.textSoft,
      colorTextTertiary: p.textFaint,
      // Placeholders must be readable; antd's contrast is 2.1:1.
      colorTextPlaceholder: p.textFaint,
      colorTextDescription: p.textSoft,
      colorTextHeading: p.text,
      colorIcon: p.textSoft,
      colorBgLayout: p.page,
      colorBgContainer: p.surface,
      colorBgElevated: p.raised,
      colorBorder: p.field,
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      borderRadius: RADIUS,
      fontFamily: fontOf(language),
      fontFamilyCode: FONT.mono,
      fontSize: 14,
      controlHeight: touch ? 44 : 36,
      controlHeightSM: touch ? 44 : 28,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
      // antd would wait for transitions that global.css disables.
      motion: !reducedMotion.matches,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
    },
    components: {
      Table: {
        // 40-px rows: 22 px line height and 8.5 px padding above and below, including the border.
        cellPaddingBlock: (ROW - 23) / 2,
        cellPaddingBlockMD: (ROW - 23) / 2,
        cellPaddingBlockSM: (ROW - 23) / 2,
        cellPaddingInlineSM: 12,
        headerBg: p.sunken,
        headerColor: p.textSoft,
        headerSplitColor: 'transparent',
        rowHoverBg: p.sunken,
        fontWeightStrong: 500,
        borderColor: p.line,
      },
      Button: {
        defaultHoverColor: p.link,
        defaultHoverBorderColor: p.link,
        defaultActiveColor: p.link,
        defaultActiveBorderColor: p.link,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        // White on the light red of the dark mode has a contrast of 2.6:1.
        dangerColor: mode === 'dark' ? p.surface : '#ffffff',
      },
      Form: { labelColor: p.text, verticalLabelPadding: '0 0 4px', itemMarginBottom: 20 },
      // Days of the neighbouring months can be chosen, too.
      DatePicker: { colorTextDisabled: p.textFaint, ...(touch && { cellWidth: 44 }) },
      Modal: { titleFontSize: 18 },
      // An 80-px image above the title.
      Empty: { controlHeightLG: 32, colorTextDescription: p.text },
      // Each choice has the height of a touch target.
      ...(touch && { Segmented: { controlHeight: 48, controlHeightSM: 48 } }),
      // The brand colour is too dark as text in dark mode.
      Tabs: { itemSelectedColor: p.link, itemHoverColor: p.link, itemActiveColor: p.link, inkBarColor: p.link },
      Alert: { withDescriptionPadding: 16 },
      Descriptions: { labelColor: p.textSoft, itemPaddingBottom: 16 },
      Layout: {
        bodyBg: p.page,
        headerBg: p.surface,
        headerHeight: 64,
        headerPadding: touch ? '0 8px' : '0 24px 0 20px',
      },
      Result: { titleFontSize: 20, subtitleFontSize: 14, iconFontSize: 48 },
      Statistic: { titleFontSize: 13, contentFontSize: 22 },
      // Text on its own soft colour.
      Tag: { colorInfo: p.link, defaultBg: p.sunken, defaultColor: p.textFaint },
      Tooltip: mode === 'dark' ? { colorBgSpotlight: '#3a3450' } : { colorBgSpotlight: '#1e1a2b' },
    },
  };
}

/** antd with the product's tokens, direction and texts, for every page except the sign-in page (`lazyPage`). */
export function AntdTheme({ children }: { children: ReactNode }) {
  const { i18n, t } = useTranslation();
  const language = i18n.language;
  const mode = useMode();
  const touch = useBreakpoint() === 'menu';
  const locale = useAntdLocale(language);
  const config = useMemo(() => antdThemeOf(mode, language, touch), [mode, language, touch]);
  return (
    <ConfigProvider
      theme={config}
      direction={directionOf(language)}
      {...(locale ? { locale } : {})}
      getPopupContainer={findPopupContainer}
      // Screen readers need all options in the DOM; the longest list is a few hundred time zones.
      virtual={false}
      // antd would insert a space into two-character Chinese labels.
      button={{ autoInsertSpace: false }}
      // antd's label of the close button is English in every language.
      modal={{ closable: { 'aria-label': t('kit.close') } }}
      form={{ requiredMark: true, scrollToFirstError: { block: 'center', focus: true } }}
    >
      {children}
    </ConfigProvider>
  );
}
