import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldKind } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { FieldCell } from '@/crud/list/cells';
import { formatInstant } from '@/components/format';
import { useDefinition, useAccount } from '@/crud/crud-context';
import type { Row, ShowTab } from '@/crud/resource-module';
import { useResourceLabels } from '@/components/resource-labels';
import { resourceOfSubject } from './subject-resources';
import './audit-events.css';

type FactValues = Readonly<Record<string, unknown>>;

/** Old and new values of an event, one row for each changed field. */
export const changesTab: ShowTab = {
  name: 'changes',
  labelKey: 'audit-events.changes.title',
  render: (row) => <Changes row={row} />,
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function Changes({ row }: { row: Row }) {
  const { t } = useTranslation();
  const before = (row.was ?? {}) as FactValues;
  const after = (row.became ?? {}) as FactValues;
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // Secrets are masked, so old and new look equal.
  const names = all.filter((name) => before[name] === SECRET || !isSame(before[name], after[name]));
  const subject = useDefinition(resourceOfSubject(row.subject_type));
  if (names.length === 0)
    return <p className="sg-faint">{t(all.length ? 'audit-events.changes.same' : 'audit-events.changes.none')}</p>;
  const sides = [row.was && 'was', row.became && 'became'].filter(Boolean) as ('was' | 'became')[];
  return (
    <Table
      className="audit-changes"
      size="small"
      tableLayout="fixed"
      pagination={false}
      rowKey="name"
      dataSource={names.map((name) => ({ name }))}
      columns={[
        {
          key: 'name',
          title: t('audit-events.changes.field'),
          rowScope: 'row',
          render: (_: unknown, { name }) => <ChangeLabel name={name} subject={subject} />,
        },
        ...sides.map((side) => ({
          key: side,
          title: t(`audit-events.changes.${side}`),
          render: (_: unknown, { name }: { name: string }) => (
            <ChangeValue name={name} value={(side === 'was' ? before : after)[name]} subject={subject} row={row} />
          ),
        })),
      ]}
    />
  );
}

const SECRET = '•••';
type Subject = ResourceDefinition | undefined;

function ChangeLabel({ name, subject }: { name: string; subject: Subject }) {
  const { t, i18n } = useTranslation();
  if (subject?.fields[name]) return <FieldLabel name={name} subject={subject} />;
  // Values that are no field of the subject, such as a number of assignments.
  const key = `audit-events.facts.${name}`;
  return i18n.exists(key) ? <>{t(key)}</> : <span className="sg-mono">{name}</span>;
}

function FieldLabel({ name, subject }: { name: string; subject: ResourceDefinition }) {
  return <>{useResourceLabels(subject).field(name)}</>;
}

/** Renders known fields like the resource's list, other values as stored. */
function ChangeValue(props: { name: string; value: unknown; subject: Subject; row: Row }) {
  const { name, value, subject, row } = props;
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  if (value === SECRET) return <span className="sg-faint">{t('audit-events.changes.secret')}</span>;
  if (value === null || value === undefined || value === '')
    return <span className="sg-faint">{t('audit-events.changes.empty')}</span>;
  const field = subject?.fields[name];
  if (Array.isArray(value) && (field?.kind === 'ref' || field?.kind === 'refMany'))
    return value.map((id) => (
      <div key={String(id)}>
        <ReferenceName id={String(id)} row={row} />
      </div>
    ));
  if (typeof value === 'object')
    return <pre className="sg-mono">{JSON.stringify(value, replaceIdsWithNames(row), 1)}</pre>;
  const isInstant = typeof value === 'number' && name.endsWith('_at');
  if (isInstant) return <>{formatInstant(new Date(value).toISOString(), i18n.language, time_zone)}</>;
  if (field?.kind === 'ref') return <ReferenceName id={String(value)} row={row} />;
  if (subject && field && CELL_KINDS.has(field.kind))
    return (
      <FieldCell definition={subject} name={name} field={field} value={value} row={{ ...row, ...allValues(row) }} />
    );
  const valueKey = `audit-events.values.${name}.${String(value)}`;
  if (!subject && i18n.exists(valueKey)) return <>{t(valueKey)}</>;
  return <bdi className="kit-long-text">{String(value)}</bdi>;
}

/** Some cells need other fields of the row, such as the currency of a price. */
const allValues = (row: Row): FactValues => ({
  ...(row.was as FactValues | null),
  ...(row.became as FactValues | null),
});

const CELL_KINDS: ReadonlySet<FieldKind> = new Set(['choice', 'flag', 'day', 'money', 'whole', 'level']);

const namesOf = (row: Row) => (row.names ?? {}) as Readonly<Record<string, string>>;

/** A JSON replacer. */
const replaceIdsWithNames = (row: Row) => (_key: string, value: unknown) =>
  typeof value === 'string' ? (namesOf(row)[value] ?? value) : value;

/** The name of a referenced row, or its id if it was deleted. */
function ReferenceName({ id, row }: { id: string; row: Row }) {
  const name = namesOf(row)[id];
  return name ? <bdi>{name}</bdi> : <bdi className="sg-mono">{id}</bdi>;
}
