/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, type FormInstance } from 'antd';
import { currencyDigits } from '../../src/contract/currency';
import { money } from '../../src/contract/fields';
import { subscriptionPackages } from '../../src/contract/subscription-packages.resource';
import { formatMoney } from '../../admin/src/components/format';
import { FieldInput } from '../../admin/src/crud/form/inputs';
import { FilterEditor } from '../../admin/src/crud/list/list-filter-editors';
import type { FieldFilter } from '../../admin/src/crud/list/list-state';
import { renderOnPage } from './render-on-page';

const field = money();

it('a currency has the decimals of its minor unit, and two as long as it is none', () => {
  expect(['EUR', 'JPY', 'KWD', 'JP', '', null, undefined].map(currencyDigits)).toEqual([2, 0, 3, 2, 2, 2, 2]);
});

it.each([
  ['EUR', 4900, '€49.00'],
  ['JPY', 4900, '¥4,900'],
  ['KWD', 4900, 'KWD\u00a04.900'],
  [undefined, 4900, '49.00'],
])('an amount of %s, %d in its minor units, is written as %s', (currency, minor, written) =>
  expect(formatMoney(minor, currency, 'en')).toBe(written),
);

it.each([
  ['JPY', '4900', 4900],
  ['EUR', '49.5', 4950],
  ['KWD', '1.234', 1234],
])('an amount typed in %s is kept in its minor units: %s', async (currency, typed, minor) => {
  let form!: FormInstance;
  function Price() {
    [form] = Form.useForm();
    return (
      <Form form={form} initialValues={{ currency }}>
        <Form.Item name="currency">
          <input aria-label="Currency" />
        </Form.Item>
        <Form.Item name="price" label="Price">
          <FieldInput definition={subscriptionPackages} name="price" field={field} />
        </Form.Item>
      </Form>
    );
  }
  await renderOnPage(<Price />);
  await userEvent.type(screen.getByLabelText('Price'), `${typed}{Tab}`);
  expect(form.getFieldValue('price')).toBe(minor);
});

it('a list that is filtered to one currency is narrowed by amounts of it', async () => {
  const changed: (readonly FieldFilter[])[] = [];
  await renderOnPage(
    <FilterEditor
      definition={subscriptionPackages}
      name="subscription_price"
      field={field}
      filters={[]}
      currency="JPY"
      change={(filters) => changed.push(filters)}
    />,
  );
  await userEvent.type(screen.getByLabelText('From'), '4900{Tab}');
  expect(changed.at(-1)).toContainEqual({ field: 'subscription_price', operator: 'gte', values: ['4900'] });
});
