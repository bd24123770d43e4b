import type { KeyboardEvent } from 'react';
import { Button, Flex, Input, Skeleton } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { PageFacts } from '@/api/data';
import { matchingRows } from '@/api/data';
import { ListFilters } from '@/crud/list/list-filters';
import { crudSorters, isNarrowed, narrowedBy, turnedTo, type ListState } from '@/crud/list/list-state';
import type { ResourceModule, Row } from '@/crud/module';
import { ListPager } from '@/crud/list/pager';
import { useAllLabel, useRowsLabel } from '@/crud/list/paging';
import { usePagedList } from '@/crud/list/use-paged-list';
import { QueryState, StatePanel } from '@/components/states';
import { useTypedSearch } from '@/crud/list/typed-search';
import { useSubmit } from '@/components/use-submit';
import { useWords } from '@/components/words';
import { PickerRows } from './picker-rows';
import { definitionWithin, filtersWithin, type Within } from './within';

/** Chooses many rows of a resource by search and filter; what is chosen outlives the page and the filter it was found by. */
export function Picker(props: {
  module: ResourceModule;
  /** Besides the naming one. */
  columns: readonly string[];
  /** Always in force: published trainings, active staff. */
  within: Within;
  state: ListState;
  change: (state: ListState) => void;
  chosen: readonly string[];
  choose: (ids: readonly string[]) => void;
}) {
  const { module, within, state, change, chosen, choose } = props;
  const { definition } = module;
  const { t } = useTranslation();
  const words = useWords(definition);
  const [typed, setTyped] = useTypedSearch(state.q, (q) => change(narrowedBy(state, { q })));
  const { busy: fetching, run } = useSubmit({ toast: true });

  const filters = filtersWithin(within, state);
  const sorters = crudSorters(definition, state);
  const { query, rows, counted, pager } = usePagedList<Row>({
    resource: definition.name,
    page: state.page,
    size: state.size,
    turn: (page) => change(turnedTo(state, page, {})),
    filters,
    sorters,
    meta: { seek: state.seek },
  });
  const { total, exact } = counted;
  const { first, last } = (query.data ?? {}) as PageFacts;
  const all = useAllLabel({ total, exact });
  const rowsLabel = useRowsLabel();

  const chooseMatching = () =>
    run(async () => {
      const found = await matchingRows<Row>(definition.name, filters, sorters);
      choose([...new Set([...chosen, ...found.rows.map((row) => row.id)])]);
    });
  // The arrows walk the check boxes, as in any list; Space ticks.
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const target = event.target as HTMLElement;
    const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row] input[type="checkbox"]')];
    const at = boxes.indexOf(target);
    if (at < 0 && target.getAttribute('type') !== 'search') return;
    event.preventDefault();
    boxes[at < 0 ? 0 : Math.max(0, Math.min(boxes.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
  };
  return (
    <div className="kit-panel" onKeyDown={walk}>
      <div className="kit-toolbar sg-row sg-wrap sg-gap-8 sg-line-below">
        <Input
          className="kit-search"
          type="search"
          allowClear
          autoFocus
          prefix={<SearchOutlined />}
          placeholder={t('kit.list.search')}
          aria-label={t('assign.search_in', { title: words.title })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ListFilters definition={definitionWithin(within, definition)} state={state} change={change} />
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
        <strong aria-live="polite">{t('kit.list.selected', { count: chosen.length })}</strong>
        {total > 0 && (
          <Button type="link" size="small" loading={fetching} onClick={() => void chooseMatching()}>
            {all.label}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button type="text" size="small" onClick={() => choose([])}>
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
          drawing={isNarrowed(state) ? 'search' : 'empty'}
          title={isNarrowed(state) ? t('kit.no_match.title') : t(`assign.none.${definition.name}`)}
          text={isNarrowed(state) ? t('kit.no_match.text') : t(`assign.none_text.${definition.name}`)}
        />
      )}
      {rows.length > 0 && (
        <PickerRows
          module={module}
          columns={props.columns}
          rows={rows}
          busy={query.isPlaceholderData && query.isFetching}
          chosen={chosen}
          choose={choose}
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
