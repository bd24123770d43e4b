import { Button, Tabs } from 'antd';
import { EditOutlined } from '@ant-design/icons';
import { useShow, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Role } from '@contract/resource';
import { useSession } from '@/api/use-session';
import { RowCell } from '../list/cells';
import { DescriptionList } from './description-list';
import { formatInstant } from '@/components/format';
import { useAccount } from '../crud-context';
import type { ResourceModule, Row, ShowTab } from '../resource-module';
import { useRowTitles } from '../row-names';
import { QueryState } from '@/components/state-panels';
import { SideDrawer } from '@/components/side-drawer';
import { useResourceLabels } from '@/components/resource-labels';

const isTabVisible = ({ roles }: ShowTab, role: Role | null): boolean =>
  !roles || (role !== null && roles.includes(role));

/** The details of a row in a drawer, with the resource's tabs. */
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
  const labels = useResourceLabels(definition);
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
      title={row ? titleOf(row) : labels.singular}
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
                .filter((tab) => isTabVisible(tab, role))
                .map((tab) => ({ key: tab.name, label: t(tab.labelKey), children: tab.render(row) })),
            ]}
          />
        ) : (
          overview
        ))}
    </SideDrawer>
  );
}

/** All readable fields of a row by section. */
export function RowFields({ module, row }: { module: ResourceModule; row: Row }) {
  const { definition } = module;
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const labels = useResourceLabels(definition);
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
          {section && <h2>{labels.section(section)}</h2>}
          <DescriptionList
            items={names.map((name) => ({
              key: name,
              label: labels.field(name),
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
