import { useEffect, useState } from 'react';
import { Input } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ListState } from './list-state';
import type { ResourceModule } from './module';
import { useSettled } from './reference-select';
import { useWords } from './words';

const TYPING_PAUSE_MS = 250;

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
  const { t } = useTranslation();
  const words = useWords(module.definition);
  const searched = Object.entries(module.definition.fields).filter(([, field]) => field.search);
  const [typed, setTyped] = useState(state.q);
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  // Back, a cleared filter or the menu changed the address: the box follows.
  useEffect(() => setTyped(state.q), [state.q]);
  useEffect(() => {
    if (settled === typed && settled.trim() !== state.q)
      change({ ...state, page: 1, q: settled.trim() }, state.q !== '');
    // Only what was typed may search; the address changing must not put the old words back.
  }, [settled]);
  if (searched.length === 0) return null;
  return (
    <Input
      className="kit-search"
      type="search"
      allowClear
      prefix={<SearchOutlined />}
      placeholder={t('kit.list.search')}
      aria-label={t('kit.list.search_in', { fields: searched.map(([name]) => words.field(name)).join(', ') })}
      title={t('kit.list.search_in', { fields: searched.map(([name]) => words.field(name)).join(', ') })}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
