import type { KeyboardEvent } from 'react';
import { Button, Flex, Input, Skeleton } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { PageInfo } from '@/api/data-provider';
import { fetchMatchingRows } from '@/api/data-provider';
import { ListFilters } from '@/crud/list/list-filters';
import { crudSorters, isFiltered, withFirstPage, withPage, type ListState } from '@/crud/list/list-state';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { ListPager } from '@/crud/list/pager';
import { useSelectAllLabel, useRowsLabel } from '@/crud/list/paging';
import { usePagedList } from '@/crud/list/use-paged-list';
import { QueryState, StatePanel } from '@/components/state-panels';
import { useDebouncedSearch } from '@/crud/list/use-debounced-search';
import { useSubmit } from '@/components/use-submit';
import { useResourceLabels } from '@/components/resource-labels';
import { PickerRows } from './picker-rows';
import { restrictFilterChoices, buildPickerFilters, type BaseFilter } from './picker-filters';

/** Selects rows of a resource by search and filter; the selection survives paging and filtering. */
export function Picker(props: {
  module: ResourceModule;
  /** Columns after the title column. */
  columns: readonly string[];
  baseFilter: BaseFilter;
  state: ListState;
  change: (state: ListState) => void;
  selectedIds: readonly string[];
  onSelectionChange: (ids: readonly string[]) => void;
}) {
  const { module, baseFilter, state, change, selectedIds, onSelectionChange } = props;
  const { definition } = module;
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const [searchText, setSearchText] = useDebouncedSearch(state.q, (q) => change(withFirstPage(state, { q })));
  const { busy: isFetchingAll, run } = useSubmit({ toast: true });

  const filters = buildPickerFilters(baseFilter, state);
  const sorters = crudSorters(definition, state);
  const { query, rows, totalCount, pager } = usePagedList<Row>({
    resource: definition.name,
    page: state.page,
    size: state.size,
    goToPage: (page) => change(withPage(state, page, {})),
    filters,
    sorters,
    meta: { seek: state.seek },
  });
  const { total, exact } = totalCount;
  const { first, last } = (query.data ?? {}) as PageInfo;
  const selectAll = useSelectAllLabel({ total, exact });
  const rowsLabel = useRowsLabel();

  const selectAllMatching = () =>
    run(async () => {
      const matches = await fetchMatchingRows<Row>(definition.name, filters, sorters);
      onSelectionChange([...new Set([...selectedIds, ...matches.rows.map((row) => row.id)])]);
    });
  // The arrow keys move between the checkboxes.
  const handleArrowKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const target = event.target as HTMLElement;
    const checkboxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row] input[type="checkbox"]')];
    const index = checkboxes.indexOf(target);
    if (index < 0 && target.getAttribute('type') !== 'search') return;
    event.preventDefault();
    checkboxes[
      index < 0 ? 0 : Math.max(0, Math.min(checkboxes.length - 1, index + (event.key === 'ArrowDown' ? 1 : -1)))
    ]?.focus();
  };
  return (
    <div className="kit-panel" onKeyDown={handleArrowKeys}>
      <div className="kit-toolbar sg-row sg-wrap sg-gap-8 sg-line-below">
        <Input
          className="kit-search"
          type="search"
          allowClear
          autoFocus
          prefix={<SearchOutlined />}
          placeholder={t('kit.list.search')}
          aria-label={t('assign.search_in', { title: labels.title })}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
        <ListFilters definition={restrictFilterChoices(baseFilter, definition)} state={state} change={change} />
        <span className="kit-toolbar-end kit-count sg-row sg-wrap sg-to-end sg-gap-8 sg-soft" aria-live="polite">
          {query.isSuccess && rowsLabel({ total, exact })}
        </span>
      </div>
      <Flex
        wrap
        align="center"
        gap={8}
        className="kit-bulk sg-line-below"
        role="region"
        aria-label={t('assign.chosen_label')}
      >
        <strong aria-live="polite">{t('kit.list.selected', { count: selectedIds.length })}</strong>
        {total > 0 && (
          <Button type="link" size="small" loading={isFetchingAll} onClick={() => void selectAllMatching()}>
            {selectAll.label}
          </Button>
        )}
        {selectedIds.length > 0 && (
          <Button type="text" size="small" onClick={() => onSelectionChange([])}>
            {t('kit.list.select_none')}
          </Button>
        )}
      </Flex>
      <QueryState
        query={query}
        waiting={
          <div className="kit-skeleton">
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          </div>
        }
      />
      {query.isSuccess && total === 0 && (
        <StatePanel
          drawing={isFiltered(state) ? 'search' : 'empty'}
          title={isFiltered(state) ? t('kit.no_match.title') : t(`assign.none.${definition.name}`)}
          text={isFiltered(state) ? t('kit.no_match.text') : t(`assign.none_text.${definition.name}`)}
        />
      )}
      {rows.length > 0 && (
        <PickerRows
          module={module}
          columns={props.columns}
          rows={rows}
          busy={query.isPlaceholderData && query.isFetching}
          selectedIds={selectedIds}
          onSelectionChange={onSelectionChange}
        />
      )}
      <ListPager
        state={state}
        change={change}
        total={pager.total}
        ends={query.isPlaceholderData ? {} : { first, last }}
      />
    </div>
  );
}
