import { EditOutlined } from '@ant-design/icons';
import { useOne, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { CustomerRow } from '@contract/customers.resource';
import { LinkButton } from '@/components/link-button';
import { DescriptionList } from '@/crud/show/description-list';
import { QueryState } from '@/components/state-panels';

const FIELD_NAMES = [
  'customer_name',
  'customer_id',
  'primary_contact_person',
  'email_primary',
  'mobile_one',
  'gst_no',
  'website',
  'billing_address',
] as const;

/** Master data of the customer, edited in the registration form. */
export function Company({ customerId }: { customerId: string }) {
  const { t } = useTranslation();
  const { query } = useOne<CustomerRow, HttpError>({
    resource: 'customers',
    id: customerId,
    errorNotification: false,
  });
  const row = query.data?.data;
  if (!row) return <QueryState query={query} rows={4} />;
  return (
    <>
      <DescriptionList
        items={FIELD_NAMES.filter((name) => row[name]).map((name) => ({
          key: name,
          label: t(`customers.fields.${name}`),
          children: <bdi className={name === 'billing_address' ? 'kit-long-text' : undefined}>{row[name]}</bdi>,
        }))}
      />
      <LinkButton to={`/registration?Editdata=${encodeURIComponent(customerId)}`} icon={<EditOutlined aria-hidden />}>
        {t('settings.company.edit')}
      </LinkButton>
    </>
  );
}
