import { Button, Tabs } from 'antd';
import { EditOutlined } from '@ant-design/icons';
import { useShow, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Role } from '@contract/resource';
import { useSession } from '@/api/use-session';
import { RowCell } from '../list/cells';
import { Facts } from './facts';
import { formatInstant } from '@/components/format';
import { useMe } from '../kit-context';
import type { ResourceModule, Row, ShowTab } from '../module';
import { useRowTitles } from '../names';
import { QueryState } from '@/components/states';
import { SideDrawer } from '@/components/side-drawer';
import { useWords } from '@/components/words';

const isOffered = ({ roles }: ShowTab, role: Role | null): boolean => !roles || (role !== null && roles.includes(role));

/** Every readable field of one row, by section, in a drawer; the resource may add tabs. */
export function ResourceShow(props: {
  module: ResourceModule;
  id: string;
  onClose: () => void;
  onEdit?: (() => void) | undefined;
}) {
  const { module, id, onClose, onEdit } = props;
  const { role } = useSession();
  const { definition } = module;
  const { t } = useTranslation();
  const words = useWords(definition);
  const { query } = useShow<Row, HttpError>({
    resource: definition.name,
    id,
    errorNotification: false,
  });
  const row = query.data?.data;
  const titleOf = useRowTitles(definition, row ? [row] : []);
  const overview = row && <RowFields module={module} row={row} />;
  return (
    <SideDrawer
      onClose={onClose}
      title={row ? titleOf(row) : words.one}
      extra={
        row &&
        onEdit && (
          <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
            {t('kit.edit')}
          </Button>
        )
      }
    >
      <QueryState query={query} rows={8} />
      {row &&
        (module.tabs && module.tabs.length > 0 ? (
          <Tabs
            items={[
              { key: 'overview', label: t('kit.show.overview'), children: overview },
              ...module.tabs
                .filter((tab) => isOffered(tab, role))
                .map((tab) => ({ key: tab.name, label: t(tab.labelKey), children: tab.render(row) })),
            ]}
          />
        ) : (
          overview
        ))}
    </SideDrawer>
  );
}

/** Every readable field of one row, by section. */
export function RowFields({ module, row }: { module: ResourceModule; row: Row }) {
  const { definition } = module;
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const words = useWords(definition);
  const sections = new Map<string | undefined, string[]>();
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind === 'id' || !(name in row) || module.visibleWhen?.[name]?.(row) === false) continue;
    sections.set(field.section, [...(sections.get(field.section) ?? []), name]);
  }
  const stamp = (key: 'created_at' | 'updated_at') =>
    typeof row[key] === 'string'
      ? t(`kit.show.${key}`, { when: formatInstant(row[key], i18n.language, time_zone) })
      : null;
  return (
    <>
      {[...sections].map(([section, names]) => (
        <section key={section ?? ''} className="kit-section">
          {section && <h2>{words.section(section)}</h2>}
          <Facts
            facts={names.map((name) => ({
              key: name,
              label: words.field(name),
              children: <RowCell {...{ module, name, row }} />,
            }))}
          />
        </section>
      ))}
      <p className="sg-mt-16 sg-tiny sg-faint">
        {[stamp('created_at'), stamp('updated_at')].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}
