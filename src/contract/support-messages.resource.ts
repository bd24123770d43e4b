import { email, id, instant, multiline, text, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Contact us: messages of users to platform staff, with the sender's details at that time. */
export const supportMessages = resource({
  name: 'support-messages',
  id: 'support_message_id',
  subject: 'support_message',
  title: ['subject'],
  // Ids grow with time, so this is newest first.
  default_sort: [['support_message_id', 'desc']],
  read: ['platform'],
  write: ['platform', 'admin', 'user'],
  remove: 'none',
  searched_by_words: true,
  change: false,
  fields: {
    support_message_id: id(),
    customer_id: integer({ sort: false, write: 'none', required: true, list: 'hidden' }),
    customer_name: text({ sort: false, max: 200, write: 'none', list: 'shown', search: true }),
    user_name: text({ sort: false, max: 254, write: 'none', list: 'shown', search: true }),
    reply_to: email({ sort: false, write: 'none', list: 'shown', search: true }),
    subject: text({
      sort: false,
      max: 200,
      required: true,
      write: 'create',
      list: 'shown',
      search: true,
      example: 'We need more seats',
    }),
    message: multiline({
      max: 5000,
      required: true,
      write: 'create',
      example: 'Twelve people join us in March. What would the larger package cost?',
    }),
    /** Empty: not answered yet. */
    answered_at: instant({ write: 'none', list: 'shown' }),
  },
});
export type SupportMessageRow = RowOf<typeof supportMessages>;
