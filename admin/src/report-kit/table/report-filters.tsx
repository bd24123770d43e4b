import type { ReactNode } from 'react';
import { ConfigProvider, Flex, Select, Switch } from 'antd';
import { DatePicker } from '@/components/date-picker';
import { dayjs } from '@/components/dates';
import { useTranslation } from 'react-i18next';
import { formatDay } from '@/components/format';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { isReversed, type ReportFilter } from './report-table-definition';

/** The filter bar of a report; the values are in the address under the specification's names. */
export function ReportFilterBar(props: {
  filters: readonly ReportFilter[];
  values: Readonly<Record<string, string>>;
  /** The server's default window, shown as placeholders. */
  window?: Readonly<Record<string, string>> | undefined;
  change: (name: string, value: string | null) => void;
  /** Additional content at the end of the bar. */
  end?: ReactNode;
}) {
  const { t } = useTranslation();
  const reversed = isReversed(props.values);
  return (
    <ConfigProvider componentSize="small">
      <Flex className="kit-report-bar sg-line-below" wrap gap="6px 16px" role="search">
        {props.filters.map((filter) => (
          <Flex
            key={filter.name}
            component="label"
            className={filter.kind === 'flag' ? undefined : 'kit-report-filter'}
            vertical
            gap={2}
          >
            <span className="sg-tiny sg-soft">{t(filter.labelKey)}</span>
            <FilterControl {...props} filter={filter} isInvalid={reversed && filter.kind === 'day'} />
          </Flex>
        ))}
        {props.end && <span className="kit-report-end">{props.end}</span>}
        {reversed && (
          <div className="sg-whole sg-small sg-error" role="alert">
            {t('kit.report.reversed')}
          </div>
        )}
      </Flex>
    </ConfigProvider>
  );
}

function FilterControl(props: {
  filter: ReportFilter;
  values: Readonly<Record<string, string>>;
  window?: Readonly<Record<string, string>> | undefined;
  change: (name: string, value: string | null) => void;
  isInvalid: boolean;
}) {
  const { filter, values, change, isInvalid } = props;
  const { t, i18n } = useTranslation();
  const value = values[filter.name];
  const defaultDay = props.window?.[filter.name];
  switch (filter.kind) {
    case 'day':
      return (
        <DatePicker
          status={isInvalid ? 'error' : ''}
          value={value ? dayjs(value) : null}
          placeholder={defaultDay ? formatDay(defaultDay, i18n.language) : t('kit.report.any_day')}
          onChange={(day) => {
            if (!day || day.isValid()) change(filter.name, day ? day.format('YYYY-MM-DD') : null);
          }}
        />
      );
    case 'ref':
      return (
        <ReferenceSelect
          resource={filter.resource ?? ''}
          {...(filter.valueField && { valueField: filter.valueField })}
          value={value ?? null}
          onChange={(chosen) => change(filter.name, chosen as string | null)}
          placeholder={t('kit.report.all')}
        />
      );
    case 'choice':
      return (
        <Select
          allowClear
          style={{ inlineSize: '100%' }}
          value={value}
          placeholder={t('kit.report.all')}
          options={(filter.choices ?? []).map((choice) => ({ value: choice.value, label: t(choice.labelKey) }))}
          onChange={(chosen) => change(filter.name, chosen ?? null)}
        />
      );
    case 'flag':
      return (
        <span>
          <Switch
            size="default"
            checked={value === 'true'}
            onChange={(on) => change(filter.name, on ? 'true' : null)}
          />
        </span>
      );
  }
}
