import { day, email, phone, status, text, url, integer } from './fields';
import { resource, type RowOf } from './resource';

export const CUSTOMER_STATUSES = ['A', 'S', 'C'] as const;

/** Form fields of a customer (specification §3 and §5), shared by registration and editing. */
export const customerFormFields = {
  customer_name: text({
    max: 200,
    required: true,
    folded: true,
    list: 'shown',
    search: true,
    section: 'basic',
    example: 'Nordwerk Metallbau',
  }),
  primary_contact_person: text({
    max: 200,
    required: true,
    list: 'shown',
    search: true,
    section: 'basic',
    example: 'Ines Brandt',
  }),
  secondary_contact_person: text({ sort: false, max: 200, list: 'hidden', section: 'basic' }),
  mobile_one: phone({ digits: 10, required: true, list: 'hidden', section: 'basic', example: '9845012345' }),
  mobile_two: phone({ list: 'hidden', section: 'basic' }),
  gst_no: text({ sort: false, max: 40, list: 'hidden', section: 'basic' }),
  website: url({ max: 255, list: 'hidden', section: 'basic', example: 'https://nordwerk.example.org' }),
  gender: text({ sort: false, max: 24, list: 'never', filter: false, section: 'basic' }),
  email_primary: email({
    required: true,
    list: 'shown',
    search: true,
    section: 'emails',
    example: 'office@nordwerk.example.org',
  }),
  email_one: email({ sort: false, list: 'hidden', section: 'emails' }),
  email_two: email({ sort: false, list: 'hidden', section: 'emails' }),
  billing_address: text({
    max: 1000,
    lines: true,
    required: true,
    list: 'hidden',
    filter: false,
    sort: false,
    section: 'address',
    example: 'Werftstrasse 4, 20457 Hamburg',
  }),
  contact_address: text({ max: 1000, lines: true, list: 'never', filter: false, sort: false, section: 'address' }),
} as const;

/** Platform staff see all customers, an admin only its own. Rows are created by registration only. */
export const customers = resource({
  name: 'customers',
  id: 'customer_id',
  title: ['customer_name'],
  default_sort: [['customer_name', 'asc']],
  read: ['platform', 'admin'],
  write: ['platform', 'admin'],
  remove: 'none',
  searched_by_words: true,
  create: false,
  fields: {
    customer_id: integer({ write: 'none', required: true, list: 'shown', example: 1001 }),
    customer_status: status(CUSTOMER_STATUSES, { write: 'none', required: true, list: 'shown' }),
    ...customerFormFields,
    subscription_id: integer({ sort: false, write: 'none', required: true, list: 'never' }),
    subscription_type: text({ max: 100, write: 'none', required: true, list: 'shown' }),
    /** A new name takes effect once confirmed by email. */
    c_user_name: text({ sort: false, max: 254, required: true, list: 'hidden', section: 'portal' }),
    create_date: day({ write: 'none', required: true, list: 'hidden' }),
    update_date: day({ sort: false, write: 'none', required: true, list: 'hidden' }),
  },
});
export type CustomerRow = RowOf<typeof customers>;
