import { Input, Segmented } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { useDebouncedSearch } from '@/crud/list/use-debounced-search';
import type { HolderKind, HolderFilter } from './use-grid-axes';

/** Switches between people and job roles, and filters the people. */
export function HolderFilters(props: {
  by: HolderKind;
  filter: HolderFilter;
  change: (by: HolderKind, filter: HolderFilter, replace?: boolean) => void;
}) {
  const { by, filter, change } = props;
  const { t } = useTranslation();
  const [searchText, setSearchText] = useDebouncedSearch(filter.q, (q) =>
    change(by, { ...filter, q }, filter.q !== ''),
  );
  const firstValue = (value: string | string[] | null) => (Array.isArray(value) ? (value[0] ?? null) : value);
  return (
    <div className="sg-mb-8 sg-row sg-wrap sg-gap-8">
      <Segmented
        aria-label={t('targets.by_label')}
        value={by}
        options={[
          { value: 'staff', label: t('targets.by.staff') },
          { value: 'roles', label: t('targets.by.roles') },
        ]}
        onChange={(next) => change(next as HolderKind, filter)}
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
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
          <span className="tgt-ref sg-stack">
            <ReferenceSelect
              resource="departments"
              clearable
              label={t('staff.fields.department_id')}
              placeholder={t('staff.fields.department_id')}
              value={filter.department_id}
              onChange={(value) => change(by, { ...filter, department_id: firstValue(value) })}
            />
          </span>
          <span className="tgt-ref sg-stack">
            <ReferenceSelect
              resource="job-roles"
              clearable
              label={t('staff.fields.job_role_id')}
              placeholder={t('staff.fields.job_role_id')}
              value={filter.job_role_id}
              onChange={(value) => change(by, { ...filter, job_role_id: firstValue(value) })}
            />
          </span>
        </>
      )}
    </div>
  );
}
