import { Input } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatList } from '@/components/format';
import { withFirstPage, type ListState } from './list-state';
import type { ResourceModule } from '../resource-module';
import { useDebouncedSearch } from './use-debounced-search';
import { useResourceLabels } from '@/components/resource-labels';

/** Search box over the definition's search fields. */
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
  const labels = useResourceLabels(module.definition);
  const searchedFields = Object.entries(module.definition.fields).filter(([, field]) => field.search);
  const [typed, setTyped] = useDebouncedSearch(state.q, (q) => change(withFirstPage(state, { q }), state.q !== ''));
  if (searchedFields.length === 0) return null;
  const fields = formatList(
    searchedFields.map(([name]) => labels.field(name)),
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
