import { useRef, type MouseEvent } from 'react';
import { Checkbox, Flex, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { alignOf, RowCell } from '@/crud/list/cells';
import type { ResourceModule, Row } from '@/crud/module';
import { useNarrow } from '@/components/use-narrow';
import { useWords } from '@/components/words';

/** The rows of a picker: a click anywhere ticks, Shift ticks everything between. On a phone two lines a row. */
export function PickerRows(props: {
  module: ResourceModule;
  columns: readonly string[];
  rows: readonly Row[];
  busy: boolean;
  chosen: readonly string[];
  choose: (ids: readonly string[]) => void;
}) {
  const { module, rows, columns, chosen, choose } = props;
  const { definition } = module;
  const { t } = useTranslation();
  const words = useWords(definition);
  const narrow = useNarrow();
  const last = useRef<number | null>(null);
  const picked = new Set(chosen);
  const ticked = rows.filter((row) => picked.has(row.id)).length;

  function tick(index: number, through: boolean): void {
    const row = rows[index];
    if (!row) return;
    const on = !picked.has(row.id);
    const from = through && last.current !== null ? Math.min(last.current, index) : index;
    const to = through && last.current !== null ? Math.max(last.current, index) : index;
    const touched = rows.slice(from, to + 1).map((each) => each.id);
    last.current = index;
    choose(on ? [...new Set([...chosen, ...touched])] : chosen.filter((id) => !touched.includes(id)));
  }
  const onRowClick = (index: number) => (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('a, button, label, input') || getSelection()?.toString()) return;
    tick(index, event.shiftKey);
  };
  const box = (row: Row, index: number) => (
    <Checkbox
      aria-label={t('kit.list.select_row', { name: words.rowTitle(row) })}
      checked={picked.has(row.id)}
      onChange={(event) => tick(index, event.nativeEvent.shiftKey)}
    />
  );
  if (narrow) {
    return (
      <ul className="asg-cards sg-lines" aria-busy={props.busy}>
        {rows.map((row, index) => (
          <Flex
            component="li"
            align="center"
            gap={12}
            key={row.id}
            data-row
            data-on={picked.has(row.id)}
            onClick={onRowClick(index)}
          >
            {box(row, index)}
            <div>
              <strong>{words.rowTitle(row)}</strong>
              <Flex wrap gap="4px 12px" className="sg-small sg-soft">
                {columns
                  .filter((name) => row[name] !== null)
                  .map((name) => (
                    <span key={name}>
                      <RowCell {...{ module, name, row }} />
                    </span>
                  ))}
              </Flex>
            </div>
          </Flex>
        ))}
      </ul>
    );
  }
  return (
    <Table<Row>
      className={props.busy ? 'kit-table asg-table kit-busy' : 'kit-table asg-table'}
      aria-busy={props.busy}
      rowKey="id"
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...rows]}
      columns={[
        {
          key: 'title',
          title: t('assign.name'),
          rowScope: 'row',
          className: 'asg-name',
          render: (_: unknown, row: Row) => words.rowTitle(row),
        },
        ...columns.map((name) => ({
          key: name,
          title: words.field(name),
          align: alignOf(definition.fields[name]?.kind ?? 'text'),
          render: (_: unknown, row: Row) => <RowCell {...{ module, name, row }} />,
        })),
      ]}
      rowSelection={{
        selectedRowKeys: [...chosen],
        columnWidth: 44,
        columnTitle: (
          <Checkbox
            aria-label={t('kit.list.select_page')}
            checked={ticked === rows.length}
            indeterminate={ticked > 0 && ticked < rows.length}
            onChange={(event) => {
              const page = rows.map((row) => row.id);
              choose(
                event.target.checked ? [...new Set([...chosen, ...page])] : chosen.filter((id) => !page.includes(id)),
              );
            }}
          />
        ),
        renderCell: (_checked, row, index) => box(row, index),
      }}
      onRow={(_row, index) => ({ 'data-row': true, onClick: onRowClick(index ?? 0) })}
    />
  );
}
