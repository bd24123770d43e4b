import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd';
import type { Locale } from 'antd/es/locale';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, type Language } from '@contract/languages';
import { LOCALES } from './locales';
import { useBand, useMode } from './layout-options';
import { popupPlace } from './popup-place';
import { FONT, fontOf, PALETTE, RADIUS, ROW, type Mode } from './tokens';

function useAntdLocale(language: string): Locale | undefined {
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let wanted = true;
    const load = LOCALES[language as Language]?.antd;
    if (!load) setLocale(undefined);
    else
      load().then(
        (module) => wanted && setLocale(module.default),
        () => wanted && setLocale(undefined),
      );
    return () => {
      wanted = false;
    };
  }, [language]);
  return locale;
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** antd's token object for a mode. `touch`: controls of 44 px, for the phone. */
export function antdThemeOf(mode: Mode, language: string, touch: boolean): ThemeConfig {
  const p = PALETTE[mode];
  return {
    // antd's dark algorithm dims the seeds; ours were measured as they are, so they are put back afterwards.
    algorithm: (seed, map) => ({
      ...(mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm)(seed, map),
      colorPrimary: p.primary,
      colorPrimaryHover: p.primaryHover,
      colorPrimaryActive: p.primaryActive,
      colorInfo: p.link,
      colorSuccess: p.success,
      colorWarning: p.warning,
      colorError: p.error,
      // antd's is lighter; as words on its own soft ground it is 3.1:1.
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
      // The ring of what has the focus; antd's is 1.7:1.
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
      // antd mixes them from the colours above, which are too deep for that: greyish in the light.
      colorInfoBg: p.primarySoft,
      colorSuccessBg: p.successSoft,
      colorWarningBg: p.warningSoft,
      colorErrorBg: p.errorSoft,
      colorText: p.text,
      colorTextSecondary: p.textSoft,
      colorTextTertiary: p.textFaint,
      // The placeholder too must be readable; antd's is 2.1:1.
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
      // Otherwise antd would wait for the ends of transitions that global.css takes away.
      motion: !calm.matches,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
    },
    components: {
      Table: {
        // 40-px rows: 22 px of line and 8.5 above and below, the border included.
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
        ...{ defaultHoverColor: p.link, defaultHoverBorderColor: p.link },
        ...{ defaultActiveColor: p.link, defaultActiveBorderColor: p.link },
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        // White on the light red of the dark mode is 2.6:1.
        dangerColor: mode === 'dark' ? p.surface : '#ffffff',
      },
      Form: { labelColor: p.text, verticalLabelPadding: '0 0 4px', itemMarginBottom: 20 },
      // The days of the months around can be chosen, too.
      DatePicker: { colorTextDisabled: p.textFaint, ...(touch && { cellWidth: 44 }) },
      Modal: { titleFontSize: 18 },
      // An image of 80 px, above a title.
      Empty: { controlHeightLG: 32, colorTextDescription: p.text },
      // Within its track each choice is as high as a finger.
      ...(touch && { Segmented: { controlHeight: 48, controlHeightSM: 48 } }),
      // As words the brand colour is too dark on dark.
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
      // As words on their own soft colour.
      Tag: { colorInfo: p.link, defaultBg: p.sunken, defaultColor: p.textFaint },
      Tooltip: mode === 'dark' ? { colorBgSpotlight: '#3a3450' } : { colorBgSpotlight: '#1e1a2b' },
    },
  };
}

/** antd with the product's tokens, direction and texts, for the pages that stand on it (`behind`): all but the sign-in page. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const { i18n, t } = useTranslation();
  const language = i18n.language;
  const mode = useMode();
  const touch = useBand() === 'menu';
  const locale = useAntdLocale(language);
  const config = useMemo(() => antdThemeOf(mode, language, touch), [mode, language, touch]);
  return (
    <ConfigProvider
      theme={config}
      direction={directionOf(language)}
      {...(locale ? { locale } : {})}
      getPopupContainer={popupPlace}
      // Each entry of a list is there to be heard; the longest are some hundred time zones, the others are searched.
      virtual={false}
      // antd would part the two characters of a Chinese word.
      button={{ autoInsertSpace: false }}
      // antd's own name for the cross is English in every language.
      modal={{ closable: { 'aria-label': t('kit.close') } }}
      form={{ requiredMark: true, scrollToFirstError: { block: 'center', focus: true } }}
    >
      {children}
    </ConfigProvider>
  );
}
