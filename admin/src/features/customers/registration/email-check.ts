import type { FormInstance } from 'antd';
import { useRef } from 'react';
import { authApi } from '@/api/auth-api';
import { EMAIL_PATTERN, type CustomerFormValues } from './customer-form';

/**
 * Returns a check of one e-mail address: the server's message when it is taken, else null. Results are cached.
 * @param currentEmail address of the edited customer, always available
 */
export function useEmailCheck(form: FormInstance<CustomerFormValues>, currentEmail?: () => string | undefined) {
  const cache = useRef(new Map<string, Promise<string | null>>());
  return async (email: string): Promise<string | null> => {
    const key = email.toLowerCase();
    if (!EMAIL_PATTERN.test(email) || key === currentEmail?.()?.toLowerCase()) return null;
    let check = cache.current.get(key);
    if (!check) {
      check = authApi.emailAvailability(email).then(({ body }) => (body.available ? null : body.message));
      cache.current.set(key, check);
      // Failures are not cached.
      check.catch(() => cache.current.delete(key));
    }
    const takenMessage = await check;
    if (takenMessage) form.setFields([{ name: 'email_primary', errors: [takenMessage] }]);
    return takenMessage;
  };
}
