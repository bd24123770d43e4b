import { Input } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatList } from '@/components/format';
import { narrowedBy, type ListState } from './list-state';
import type { ResourceModule } from '../module';
import { useTypedSearch } from './typed-search';
import { useWords } from '@/components/words';

/** Searches while one types, in the fields that the definition says. */
export function SearchBox({
  module,
  state,
  change,
}: {
  module: ResourceModule;
  state: ListState;
  change: (state: ListState, replace?: boolean) => void;
}) {
  const { t, i18n } = useTranslation();
  const words = useWords(module.definition);
  const searched = Object.entries(module.definition.fields).filter(([, field]) => field.search);
  const [typed, setTyped] = useTypedSearch(state.q, (q) => change(narrowedBy(state, { q }), state.q !== ''));
  if (searched.length === 0) return null;
  const fields = formatList(
    searched.map(([name]) => words.field(name)),
    i18n.language,
  );
  return (
    <Input
      className="kit-search"
      type="search"
      allowClear
      prefix={<SearchOutlined />}
      placeholder={t('kit.list.search')}
      aria-label={t('kit.list.search_in', { fields })}
      title={t('kit.list.search_in', { fields })}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
