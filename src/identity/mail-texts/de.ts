import type { MailText } from './en';

/** What the mails say in German. */
export const de: Record<MailText, string> = {
  code_subject: 'Ihr Bestätigungscode',
  code_heading: 'Ihr Bestätigungscode',
  code_body: 'Geben Sie diesen Code im Registrierungsformular ein, um zu zeigen, dass dieses Postfach Ihnen gehört.',
  code_note:
    'Der Code gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail: Es geschieht nichts.',
  taken_subject: 'Sie sind bereits registriert',
  taken_heading: 'Sie sind bereits registriert',
  taken_body:
    'Jemand, wahrscheinlich Sie, wollte mit dieser Adresse eine Organisation registrieren. Sie hat bereits ein Konto.',
  taken_button: 'Anmelden',
  taken_note:
    'Wenn Sie das Passwort vergessen haben, wählen Sie auf jener Seite „Passwort vergessen?“. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.',
  invite_subject: '{customer_name} lädt Sie zu Skilgrid ein',
  invite_heading: 'Willkommen, {first_name}',
  invite_body: '{customer_name} führt Qualifikationen und Schulungen in Skilgrid und hat ein Konto für Sie angelegt.',
  invite_user_name: 'Ihr Benutzername ist {user_name}. Wählen Sie ein Passwort, um zu beginnen.',
  invite_button: 'Passwort wählen',
  invite_note: 'Der Link gilt 7 Tage. Ist er abgelaufen, bitten Sie Ihre Administration um einen neuen.',
  invite_taken_subject: '{customer_name} möchte Sie einladen',
  invite_taken_heading: 'Diese Adresse meldet sich bereits anderswo an',
  invite_taken_body:
    '{customer_name} möchte Sie einladen, doch diese Adresse gehört zu einem anderen Konto. Bitte nennen Sie dort eine andere Adresse von Ihnen.',
  reset_subject: 'Neues Passwort wählen',
  reset_heading: 'Neues Passwort wählen',
  reset_body: 'Für das Konto {user_name} wurde ein neues Passwort angefordert.',
  reset_button: 'Neues Passwort wählen',
  reset_note:
    'Der Link gilt 30 Minuten und funktioniert einmal. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Das alte Passwort bleibt.',
  login_subject: 'So melden Sie sich bei Skilgrid an',
  login_heading: 'So melden Sie sich an',
  login_body: 'Ihr Benutzername für {customer_name} ist {user_name}.',
  login_where: 'Melden Sie sich unter {url} an. Wenn Sie das Passwort vergessen haben, wählen Sie hier ein neues:',
  login_note:
    'Der Link gilt 30 Minuten und funktioniert einmal; später wählen Sie auf der Anmeldeseite „Passwort vergessen?“. Das alte Passwort bleibt, bis Sie ein neues wählen.',
  changed_subject: 'Ihr Passwort wurde geändert',
  changed_heading: 'Ihr Passwort wurde geändert',
  changed_body: 'Das Passwort des Kontos {user_name} wurde geändert, und alle Sitzungen wurden abgemeldet.',
  changed_note:
    'Wenn Sie es nicht waren, fordern Sie sofort ein neues Passwort an und informieren Sie Ihre Administration.',
  changed_button: 'Neues Passwort anfordern',
  names_confirm_subject: 'Bestätigen Sie, wie Sie sich anmelden',
  names_confirm_heading: 'Bestätigen Sie, wie Sie sich anmelden',
  names_confirm_body: 'Das Konto {account} von {customer_name} soll sich künftig anders anmelden:',
  names_new_email: 'Neue E-Mail-Adresse: {email}',
  names_new_user_name: 'Neuer Benutzername: {user_name}',
  names_confirm_button: 'Ansehen und bestätigen',
  names_confirm_note:
    'Der Link gilt 24 Stunden. Ohne Bestätigung ändert sich nichts. Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail.',
  names_taken_subject: 'Diese Adresse meldet sich bereits an',
  names_taken_heading: 'Diese Adresse meldet sich bereits an',
  names_taken_body:
    'Jemand, wahrscheinlich Sie, wollte sich mit dieser Adresse bei einem anderen Konto anmelden. Sie hat bereits ein Konto, daher ändert sich nichts.',
  names_taken_note:
    'Wenn Sie es waren, wählen Sie dort eine andere Adresse oder geben Sie zuerst diese frei. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.',
  names_asked_subject: 'Eine Änderung Ihrer Anmeldung wurde beantragt',
  names_asked_heading: 'Eine Änderung Ihrer Anmeldung wurde beantragt',
  names_asked_body:
    'Jemand, der als {account} angemeldet ist, oder die Administration von {customer_name} hat beantragt, dass sich dieses Konto anders anmeldet. Das geschieht, sobald es von der neuen Adresse aus bestätigt ist:',
  names_asked_note:
    'Wenn Sie es nicht waren, fordern Sie sofort ein neues Passwort an: Das hebt die Änderung auf und beendet alle Sitzungen. Informieren Sie auch Ihre Administration.',
  names_changed_subject: 'Ihre Anmeldung wurde geändert',
  names_changed_heading: 'Ihre Anmeldung wurde geändert',
  names_changed_body: 'Das Konto {account} von {customer_name} meldet sich ab jetzt anders an:',
  names_changed_button: 'Das war ich nicht',
  names_changed_note: 'Wenn Sie es waren, ist nichts weiter zu tun.',
  factor_set_up_subject: 'Ein zweiter Faktor wurde eingerichtet',
  factor_set_up_body:
    'Die Anmeldung als {user_name} verlangt nun neben dem Passwort einen Code einer Authenticator-App. Überall sonst wurde dieses Konto abgemeldet. Bewahren Sie die Wiederherstellungscodes an einem sicheren Ort auf.',
  factor_replaced_subject: 'Ihr zweiter Faktor wurde ersetzt',
  factor_replaced_body:
    'Für das Konto {user_name} gelten nun die Codes einer anderen Authenticator-App. Die bisherige und ihre Wiederherstellungscodes sind ungültig, und überall sonst wurde das Konto abgemeldet.',
  factor_removed_subject: 'Ihr zweiter Faktor wurde entfernt',
  factor_removed_body:
    'Die Anmeldung als {user_name} verlangt keinen Code einer Authenticator-App mehr. Überall sonst wurde dieses Konto abgemeldet.',
  factor_reset_subject: 'Ihr zweiter Faktor wurde zurückgesetzt',
  factor_reset_body:
    'Die Administration hat den zweiten Faktor des Kontos {user_name} entfernt, und alle Sitzungen wurden abgemeldet. Unter „Einstellungen“ können Sie einen neuen einrichten.',
  factor_codes_renewed_subject: 'Neue Wiederherstellungscodes wurden erstellt',
  factor_codes_renewed_body: 'Das Konto {user_name} hat neue Wiederherstellungscodes. Die bisherigen sind ungültig.',
  factor_recovery_used_subject: 'Ein Wiederherstellungscode wurde verwendet',
  factor_recovery_used_body:
    'Ein Wiederherstellungscode des Kontos {user_name} wurde verwendet und ist nun ungültig. Wie viele übrig sind, steht unter „Einstellungen“.',
  factor_passkey_first_subject: 'Ein Passkey wurde hinzugefügt',
  factor_passkey_first_body:
    'Mit dem Passkey „{name}“ ist nun die Anmeldung als {user_name} ohne Passwort möglich. Überall sonst wurde dieses Konto abgemeldet.',
  factor_passkey_added_subject: 'Ein Passkey wurde hinzugefügt',
  factor_passkey_added_body: 'Mit dem Passkey „{name}“ ist nun die Anmeldung als {user_name} ohne Passwort möglich.',
  factor_passkey_removed_subject: 'Ein Passkey wurde entfernt',
  factor_passkey_removed_body:
    'Mit dem Passkey „{name}“ ist die Anmeldung als {user_name} nicht mehr möglich. Überall sonst wurde dieses Konto abgemeldet.',
  factor_note: 'Wenn Sie es nicht waren, wählen Sie sofort ein neues Passwort und informieren Sie Ihre Administration.',
  factor_button: 'Neues Passwort wählen',
  support_subject: 'Kontakt: {subject}',
  support_heading: '{subject}',
  support_body: '{user_name} von {customer_name} (Kunde {customer_id}) schreibt:',
  support_note: 'Antwort an {reply_to}.',
  support_button: 'Alle Nachrichten ansehen',
};
