import type { MailText } from './en';

export const it: Record<MailText, string> = {
  code_subject: 'Il codice di verifica',
  code_heading: 'Il codice di verifica',
  code_body: 'Inserire questo codice nel modulo di registrazione per dimostrare che questa casella è la sua.',
  code_note: 'Il codice vale 10 minuti. Se non lo ha richiesto, ignori questo messaggio: non succede nulla.',
  taken_subject: 'La registrazione esiste già',
  taken_heading: 'La registrazione esiste già',
  taken_body:
    'Qualcuno, probabilmente lei, ha cercato di registrare un’organizzazione con questo indirizzo, che ha già un account.',
  taken_button: 'Accedi',
  taken_note:
    'Se ha dimenticato la password, scelga «Password dimenticata?» in quella pagina. Se la richiesta non è sua, ignori questo messaggio.',
  invite_subject: 'Invito a Skilgrid da {customer_name}',
  invite_heading: 'Le diamo il benvenuto, {first_name}',
  invite_body: '{customer_name} gestisce competenze e corsi in Skilgrid e ha creato un account per lei.',
  invite_user_name: 'Il suo nome utente è {user_name}. Scelga una password per iniziare.',
  invite_button: 'Scegli una password',
  invite_note: 'Il link vale 7 giorni. Quando è scaduto, ne chieda uno nuovo all’amministratore.',
  invite_taken_subject: 'Invito da {customer_name}',
  invite_taken_heading: 'Questo indirizzo accede già altrove',
  invite_taken_body:
    '{customer_name} desidera invitarla, ma questo indirizzo appartiene a un altro account. Comunichi un altro suo indirizzo a chi la invita.',
  reset_subject: 'Scelta di una nuova password',
  reset_heading: 'Scelta di una nuova password',
  reset_body: 'È stata richiesta una nuova password per l’account {user_name}.',
  reset_button: 'Scegli una nuova password',
  reset_note:
    'Il link vale 30 minuti e funziona una volta sola. Se la richiesta non è sua, ignori questo messaggio: la vecchia password resta.',
  login_subject: 'Come accedere a Skilgrid',
  login_heading: 'Come accedere',
  login_body: 'Il suo nome utente per {customer_name} è {user_name}.',
  login_where: 'Acceda da {url}. Se ha dimenticato la password, ne scelga una nuova qui:',
  login_note:
    'Il link vale 30 minuti e funziona una volta sola; in seguito, scelga «Password dimenticata?» nella pagina di accesso. La vecchia password resta finché non ne sceglie una nuova.',
  changed_subject: 'La sua password è stata cambiata',
  changed_heading: 'La sua password è stata cambiata',
  changed_body: 'La password dell’account {user_name} è stata cambiata e tutte le sessioni sono state chiuse.',
  changed_note: 'Se la modifica non è sua, richieda subito una nuova password e avvisi l’amministratore.',
  changed_button: 'Richiedi una nuova password',
  names_confirm_subject: 'Confermi come accede',
  names_confirm_heading: 'Confermi come accede',
  names_confirm_body: 'L’account {account} di {customer_name} deve da ora accedere in modo diverso:',
  names_new_email: 'Nuovo indirizzo email: {email}',
  names_new_user_name: 'Nuovo nome utente: {user_name}',
  names_confirm_button: 'Vedi e conferma',
  names_confirm_note:
    'Il link vale 24 ore. Finché non c’è conferma non cambia nulla. Se non si aspettava questo messaggio, lo ignori.',
  names_taken_subject: 'Questo indirizzo accede già',
  names_taken_heading: 'Questo indirizzo accede già',
  names_taken_body:
    'Qualcuno, probabilmente lei, ha chiesto di accedere a un altro account con questo indirizzo, che ha già un account: quindi non cambia nulla.',
  names_taken_note:
    'Se la richiesta è sua, scelga lì un altro indirizzo o liberi prima questo. Se non è sua, ignori questo messaggio.',
  names_asked_subject: 'È stata chiesta una modifica del suo accesso',
  names_asked_heading: 'È stata chiesta una modifica del suo accesso',
  names_asked_body:
    'Qualcuno che ha eseguito l’accesso come {account}, o un amministratore di {customer_name}, ha chiesto che questo account acceda in modo diverso. Avverrà quando il nuovo indirizzo lo avrà confermato:',
  names_asked_note:
    'Se la richiesta non è sua, richieda subito una nuova password: questo annulla la modifica e chiude tutte le sessioni. Avvisi anche l’amministratore.',
  names_changed_subject: 'Il suo accesso è stato modificato',
  names_changed_heading: 'Il suo accesso è stato modificato',
  names_changed_body: 'L’account {account} di {customer_name} accede da ora in modo diverso:',
  names_changed_button: 'La modifica non è mia',
  names_changed_note: 'Se la modifica è sua, non deve fare nulla.',
  factor_set_up_subject: 'È stato configurato un secondo fattore',
  factor_set_up_body:
    'Per accedere come {user_name} ora serve, oltre alla password, un codice di un’app di autenticazione. Le altre sessioni di questo account sono state chiuse. Conservi i codici di recupero in un luogo sicuro.',
  factor_replaced_subject: 'Il suo secondo fattore è stato sostituito',
  factor_replaced_body:
    'L’account {user_name} usa ora i codici di un’altra app di autenticazione. La precedente e i suoi codici di recupero non sono più validi, e le altre sessioni dell’account sono state chiuse.',
  factor_removed_subject: 'Il suo secondo fattore è stato rimosso',
  factor_removed_body:
    'Per accedere come {user_name} non serve più un codice di un’app di autenticazione. Le altre sessioni di questo account sono state chiuse.',
  factor_reset_subject: 'Il suo secondo fattore è stato reimpostato',
  factor_reset_body:
    'Un amministratore ha rimosso il secondo fattore dell’account {user_name} e tutte le sessioni sono state chiuse. Può configurarne uno nuovo in Impostazioni.',
  factor_codes_renewed_subject: 'Sono stati creati nuovi codici di recupero',
  factor_codes_renewed_body: 'L’account {user_name} ha nuovi codici di recupero. I precedenti non sono più validi.',
  factor_recovery_used_subject: 'È stato usato un codice di recupero',
  factor_recovery_used_body:
    'È stato usato un codice di recupero dell’account {user_name}. Ora non è più valido. Quanti ne restano è indicato in Impostazioni.',
  factor_passkey_first_subject: 'È stata aggiunta una passkey',
  factor_passkey_first_body:
    'La passkey «{name}» accede ora come {user_name}, senza password. Le altre sessioni di questo account sono state chiuse.',
  factor_passkey_added_subject: 'È stata aggiunta una passkey',
  factor_passkey_added_body: 'La passkey «{name}» accede ora come {user_name}, senza password.',
  factor_passkey_removed_subject: 'È stata rimossa una passkey',
  factor_passkey_removed_body:
    'La passkey «{name}» non accede più come {user_name}. Le altre sessioni di questo account sono state chiuse.',
  factor_note: 'Se la modifica non è sua, scelga subito una nuova password e avvisi l’amministratore.',
  factor_button: 'Scegli una nuova password',
  support_subject: 'Contatti: {subject}',
  support_heading: '{subject}',
  support_body: '{user_name} di {customer_name} (cliente {customer_id}) scrive:',
  support_note: 'Rispondere a {reply_to}.',
  support_button: 'Vedi tutti i messaggi',
};
