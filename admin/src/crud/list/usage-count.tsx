import { useTranslation } from 'react-i18next';
import { formatCount } from '@/components/format';

/** "7 of 10 allowed" in the word order of the language: one text, with the number between `<b>` and `</b>`. */
export function UsageCount({ used, allowed }: { used: number; allowed: number }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  const [before, figure, after] = t('kit.used_of', { used: number(used), allowed: number(allowed) }).split(/<\/?b>/);
  return (
    // Without `dir`, a number at the start would make the line run left to right in Arabic.
    <span dir={i18n.dir()}>
      {before && <small>{before}</small>}
      <b>{figure}</b>
      {after && <small>{after}</small>}
    </span>
  );
}
