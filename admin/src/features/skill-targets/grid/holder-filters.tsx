import { Input, Segmented } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { useTypedSearch } from '@/crud/list/typed-search';
import type { By, HolderFilter } from './use-axes';

/** Whose targets: people or job roles, and which of the people. */
export function HolderFilters(props: {
  by: By;
  filter: HolderFilter;
  change: (by: By, filter: HolderFilter, replace?: boolean) => void;
}) {
  const { by, filter, change } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useTypedSearch(filter.q, (q) => change(by, { ...filter, q }, filter.q !== ''));
  const one = (value: string | string[] | null) => (Array.isArray(value) ? (value[0] ?? null) : value);
  return (
    <div className="sg-mb-8 sg-row sg-wrap sg-gap-8">
      <Segmented
        aria-label={t('targets.by_label')}
        value={by}
        options={[
          { value: 'staff', label: t('targets.by.staff') },
          { value: 'roles', label: t('targets.by.roles') },
        ]}
        onChange={(next) => change(next as By, filter)}
      />
      {by === 'staff' && (
        <>
          <Input
            className="kit-search"
            type="search"
            allowClear
            prefix={<SearchOutlined />}
            placeholder={t('kit.list.search')}
            aria-label={t('targets.search')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <span className="tgt-ref sg-stack">
            <ReferenceSelect
              resource="departments"
              clearable
              label={t('staff.fields.department_id')}
              placeholder={t('staff.fields.department_id')}
              value={filter.department_id}
              onChange={(value) => change(by, { ...filter, department_id: one(value) })}
            />
          </span>
          <span className="tgt-ref sg-stack">
            <ReferenceSelect
              resource="job-roles"
              clearable
              label={t('staff.fields.job_role_id')}
              placeholder={t('staff.fields.job_role_id')}
              value={filter.job_role_id}
              onChange={(value) => change(by, { ...filter, job_role_id: one(value) })}
            />
          </span>
        </>
      )}
    </div>
  );
}
