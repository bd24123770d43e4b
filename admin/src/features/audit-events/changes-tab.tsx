import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldKind } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { FieldCell } from '@/crud/list/cells';
import { formatInstant } from '@/components/format';
import { useDefinition, useMe } from '@/crud/kit-context';
import type { Row, ShowTab } from '@/crud/module';
import { useWords } from '@/components/words';
import { resourceOf } from './subject-of';
import './audit-events.css';

type Facts = Readonly<Record<string, unknown>>;

/** What was and what became of it: one line for each fact that differs. */
export const changesTab: ShowTab = {
  name: 'changes',
  labelKey: 'audit-events.changes.title',
  render: (row) => <Changes row={row} />,
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function Changes({ row }: { row: Row }) {
  const { t } = useTranslation();
  const was = (row.was ?? {}) as Facts;
  const became = (row.became ?? {}) as Facts;
  const all = [...new Set([...Object.keys(was), ...Object.keys(became)])];
  // A secret that changed reads alike before and after.
  const names = all.filter((name) => was[name] === SECRET || !same(was[name], became[name]));
  const subject = useDefinition(resourceOf(row.subject_type));
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
          render: (_: unknown, { name }) => <FactName name={name} subject={subject} />,
        },
        ...sides.map((side) => ({
          key: side,
          title: t(`audit-events.changes.${side}`),
          render: (_: unknown, { name }: { name: string }) => (
            <Fact name={name} value={(side === 'was' ? was : became)[name]} subject={subject} row={row} />
          ),
        })),
      ]}
    />
  );
}

const SECRET = '•••';
type Subject = ResourceDefinition | undefined;

function FactName({ name, subject }: { name: string; subject: Subject }) {
  const { t, i18n } = useTranslation();
  if (subject?.fields[name]) return <FieldName name={name} subject={subject} />;
  // Facts of an event that are no field of its subject: how many were assigned, for what reason.
  const key = `audit-events.facts.${name}`;
  return i18n.exists(key) ? <>{t(key)}</> : <span className="sg-mono">{name}</span>;
}

function FieldName({ name, subject }: { name: string; subject: ResourceDefinition }) {
  return <>{useWords(subject).field(name)}</>;
}

/** As the resource's own list shows it where it knows the field; else as it was kept. */
function Fact(props: { name: string; value: unknown; subject: Subject; row: Row }) {
  const { name, value, subject, row } = props;
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  if (value === SECRET) return <span className="sg-faint">{t('audit-events.changes.secret')}</span>;
  if (value === null || value === undefined || value === '')
    return <span className="sg-faint">{t('audit-events.changes.empty')}</span>;
  const field = subject?.fields[name];
  if (Array.isArray(value) && (field?.kind === 'ref' || field?.kind === 'refMany'))
    return value.map((id) => (
      <div key={String(id)}>
        <Referred id={String(id)} row={row} />
      </div>
    ));
  if (typeof value === 'object') return <pre className="sg-mono">{JSON.stringify(value, named(row), 1)}</pre>;
  const isInstant = typeof value === 'number' && name.endsWith('_at');
  if (isInstant) return <>{formatInstant(new Date(value).toISOString(), i18n.language, time_zone)}</>;
  if (field?.kind === 'ref') return <Referred id={String(value)} row={row} />;
  if (subject && field && SHOWN_AS.has(field.kind))
    return <FieldCell definition={subject} name={name} field={field} value={value} row={{ ...row, ...facts(row) }} />;
  const words = `audit-events.values.${name}.${String(value)}`;
  if (!subject && i18n.exists(words)) return <>{t(words)}</>;
  return <bdi className="kit-long-text">{String(value)}</bdi>;
}

/** What the cell of a kind reads beside its own value: the currency of a price. */
const facts = (row: Row): Facts => ({ ...(row.was as Facts | null), ...(row.became as Facts | null) });

const SHOWN_AS: ReadonlySet<FieldKind> = new Set(['choice', 'flag', 'day', 'money', 'whole', 'level']);

const namesOf = (row: Row) => (row.names ?? {}) as Readonly<Record<string, string>>;

/** Of JSON: what is referred to by its name. */
const named = (row: Row) => (_key: string, value: unknown) =>
  typeof value === 'string' ? (namesOf(row)[value] ?? value) : value;

/** By name while it is there; what was deleted since is known by its id. */
function Referred({ id, row }: { id: string; row: Row }) {
  const name = namesOf(row)[id];
  return name ? <bdi>{name}</bdi> : <bdi className="sg-mono">{id}</bdi>;
}
