import GlobalOutlined from '@ant-design/icons-svg/es/asn/GlobalOutlined';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '@/components/i18n';
import { LANGUAGES, type Language } from '@contract/languages';
import { Icon } from './icon';
import './language-select.css';

/**
 * All languages under their own names, in a native select for keyboards, screen readers and phones. `onChosen` saves
 * the choice in the account; `onFailed` is called if the texts cannot be loaded.
 */
export function LanguageSelect(props: {
  compact?: boolean;
  onChosen?: (language: Language) => void;
  onFailed?: () => void;
}) {
  const { t, i18n } = useTranslation();
  return (
    <span className="sg-language sg-inline sg-gap-8" data-compact={props.compact ?? false}>
      <Icon icon={GlobalOutlined} />
      {props.compact && <span aria-hidden="true">{i18n.language}</span>}
      <select
        aria-label={t('shell.language')}
        value={i18n.language}
        onChange={(event) => {
          const language = event.target.value as Language;
          chooseLanguage(language).then(
            () => props.onChosen?.(language),
            () => props.onFailed?.(),
          );
        }}
      >
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
