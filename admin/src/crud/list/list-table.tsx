import { Checkbox, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Field, FieldKind } from '@contract/fields';
import { columnAlign, RowCell } from './cells';
import { fitColumns, headWidth, isElastic, statusWidth, defaultPriority, type ColumnSize } from './column-fit';
import { withFirstPage, nextSort, type ListState, type Sorting } from './list-state';
import type { ResourceModule, Row } from '../resource-module';
import { useRowTitles } from '../row-names';
import { RowMenu, useDirectCommand, useRowRights } from './row-menu';
import { isRowClick, RowOpener } from './row-opener';
import type { Selection } from './use-selection';
import { useResourceLabels } from '@/components/resource-labels';

interface ListProps {
  readonly module: ResourceModule;
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  /** The user chose the columns: none is hidden for lack of space. */
  readonly chosen: boolean;
  readonly state: ListState;
  readonly change: (state: ListState) => void;
  readonly busy: boolean;
  /** Absent without bulk actions. */
  readonly selection?: Selection | undefined;
  readonly show: (id: string) => void;
  readonly edit: (id: string) => void;
}

const WIDTHS: Partial<Record<FieldKind, number>> = {
  email: 220,
  ref: 150,
  phone: 160,
  url: 220,
  choice: 120,
  day: 130,
  instant: 190,
  flag: 90,
  level: 90,
  whole: 96,
  money: 130,
  color: 120,
  refMany: 220,
};

const widthOf = (field: Field): number =>
  WIDTHS[field.kind] ?? ((field.max ?? 100) <= 40 ? 120 : (field.max ?? 100) <= 100 ? 140 : 240);

/** Column head: a click sorts by this column, Shift+click adds it. */
function ColumnHeader(props: {
  label: string;
  order: Sorting['order'] | undefined;
  sortIndex: number | undefined;
  sort: ((adding: boolean) => void) | undefined;
}) {
  const { label, order, sortIndex, sort } = props;
  const { t } = useTranslation();
  if (!sort) return <>{label}</>;
  return (
    <button
      type="button"
      className="kit-sort sg-press sg-inline sg-gap-4"
      title={t('kit.list.sort_hint')}
      onClick={(event) => sort(event.shiftKey)}
    >
      <span className="sg-clip">{label}</span>
      <span className="kit-sort-mark" data-order={order ?? 'none'} aria-hidden="true">
        {order === 'desc' ? <CaretDownOutlined /> : <CaretUpOutlined />}
        {sortIndex}
      </span>
    </button>
  );
}

/** The current sort, including the default one, for icon and aria-sort. */
function orderOf({ state, module }: ListProps, name: string): { order?: Sorting['order']; sortIndex?: number } {
  const sort =
    state.sort.length > 0 ? state.sort : module.definition.default_sort.map(([field, order]) => ({ field, order }));
  const index = sort.findIndex(({ field }) => field === name);
  const entry = sort[index];
  return entry ? { order: entry.order, ...(state.sort.length > 1 && { sortIndex: index + 1 }) } : {};
}

/** Widths of the menu column and the checkbox column. */
const MENU_WIDTH = 52;
const CHECKBOX_WIDTH = 44;

/** @param containerWidth pixels for all columns */
export function ListTable(props: ListProps & { readonly containerWidth: number }) {
  const { module, rows, state, change, busy, selection, show, edit, containerWidth } = props;
  const { definition } = module;
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const titleOf = useRowTitles(definition, rows);
  const rights = useRowRights(module);
  const run = useDirectCommand(definition);
  const columnSizes = props.columns.flatMap((name): ColumnSize[] => {
    const field = definition.fields[name];
    if (!field) return [];
    const width = module.widths?.[name] ?? widthOf(field);
    const priority = module.priorities?.[name] ?? defaultPriority(name, field, definition.title);
    // Chosen columns are shown even if the table must scroll.
    const tags = field.status ? (field.choices ?? []).map((choice) => labels.choice(name, choice)) : [];
    const head = Math.max(headWidth(labels.field(name), Boolean(field.sort)), statusWidth(tags));
    return [{ name, width, head, priority: props.chosen ? 1 : priority, elastic: isElastic(field.kind) }];
  });
  const visibleColumns = fitColumns(columnSizes, containerWidth - MENU_WIDTH - (selection ? CHECKBOX_WIDTH : 0));
  const fields = visibleColumns.map(({ name, width }) => [name, definition.fields[name]!, width] as const);
  // The title cell opens the row, unless it is a link.
  const openable = fields.filter(
    ([name, { kind }]) => kind !== 'email' && kind !== 'url' && !module.links?.includes(name),
  );
  const [openingColumn] =
    openable.find(([name]) => (definition.title as readonly string[]).includes(name)) ?? openable[0] ?? [];
  const width = fields.reduce((sum, [, , each]) => sum + each, MENU_WIDTH + (selection ? CHECKBOX_WIDTH : 0));
  // antd measures and renders scrolling tables twice; most tables fit.
  const scrolls = width > containerWidth;
  const tableColumns: ColumnsType<Row> = [
    ...fields.map(([name, field, width]) => {
      const { order, sortIndex } = orderOf(props, name);
      return {
        key: name,
        dataIndex: name,
        title: (
          <ColumnHeader
            label={labels.field(name)}
            order={order}
            sortIndex={sortIndex}
            sort={
              field.sort
                ? (adding) => change(withFirstPage(state, { sort: nextSort(state.sort, name, adding) }))
                : undefined
            }
          />
        ),
        width,
        align: columnAlign(field.kind),
        className: `kit-${columnAlign(field.kind)}`,
        ellipsis: { showTitle: false },
        onHeaderCell: () =>
          ({ 'aria-sort': order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined }) as object,
        render: (_: unknown, row: Row) => {
          const cell = <RowCell {...{ module, name, row }} />;
          if (name !== openingColumn) return cell;
          const label = row[name] === null ? titleOf(row) : undefined;
          return (
            <RowOpener onOpen={() => show(row.id)} label={label}>
              {cell}
            </RowOpener>
          );
        },
      };
    }),
    {
      key: 'menu',
      width: MENU_WIDTH,
      ...(scrolls && { fixed: 'right' as const }),
      align: 'end' as const,
      title: <span className="sg-visually-hidden">{t('kit.list.actions')}</span>,
      render: (_value: unknown, row: Row) => (
        <RowMenu
          {...{ module, row, rights, run, name: titleOf(row) }}
          show={() => show(row.id)}
          edit={() => edit(row.id)}
        />
      ),
    },
  ];
  return (
    <Table<Row>
      className={busy ? 'kit-table kit-busy' : 'kit-table'}
      aria-busy={busy}
      rowKey="id"
      size="small"
      columns={tableColumns}
      dataSource={rows as Row[]}
      pagination={false}
      tableLayout="fixed"
      {...(scrolls && { scroll: { x: width } })}
      {...(selection && {
        rowSelection: {
          selectedRowKeys: [...selection.ids],
          preserveSelectedRowKeys: true,
          onChange: (keys) => selection.set(keys.map(String)),
          columnWidth: CHECKBOX_WIDTH,
          getTitleCheckboxProps: () => ({ 'aria-label': t('kit.list.select_page') }) as object,
          getCheckboxProps: (row: Row) =>
            ({ 'aria-label': t('kit.list.select_row', { name: titleOf(row) }) }) as object,
        },
      })}
      onRow={(row) => ({
        onClick: (event) => {
          if (isRowClick(event)) show(row.id);
        },
      })}
    />
  );
}

/** The rows on phones: one card each, with the title fields on top. */
export function ListCards({ module, rows, columns, busy, selection, show, edit }: ListProps) {
  const { definition } = module;
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const titleOf = useRowTitles(definition, rows);
  const rights = useRowRights(module);
  const run = useDirectCommand(definition);
  const details = columns.filter((name) => !(definition.title as readonly string[]).includes(name));
  return (
    <ul className={busy ? 'kit-cards kit-busy' : 'kit-cards'} aria-busy={busy}>
      {rows.map((row) => (
        <li key={row.id} className="kit-card">
          <div className="sg-row sg-gap-8">
            {selection && (
              <Checkbox
                aria-label={t('kit.list.select_row', { name: titleOf(row) })}
                checked={selection.ids.includes(row.id)}
                onChange={(event) =>
                  selection.set(
                    event.target.checked ? [...selection.ids, row.id] : selection.ids.filter((id) => id !== row.id),
                  )
                }
              />
            )}
            <button type="button" className="kit-card-title" onClick={() => show(row.id)}>
              {titleOf(row)}
            </button>
            <RowMenu
              {...{ module, row, rights, run, name: titleOf(row) }}
              show={() => show(row.id)}
              edit={() => edit(row.id)}
            />
          </div>
          <dl className="kit-card-facts sg-stack sg-gap-8-16">
            {details.map((name) => {
              const field = definition.fields[name];
              return (
                field && (
                  <div key={name}>
                    <dt>{labels.field(name)}</dt>
                    <dd>
                      <RowCell {...{ module, name, row }} />
                    </dd>
                  </div>
                )
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
