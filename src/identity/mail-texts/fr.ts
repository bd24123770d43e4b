import type { MailText } from './en';

/** What the mails say in French. */
export const fr: Record<MailText, string> = {
  code_subject: 'Votre code de vérification',
  code_heading: 'Votre code de vérification',
  code_body: 'Saisissez ce code dans le formulaire d’inscription pour montrer que cette boîte est la vôtre.',
  code_note:
    'Le code est valable 10 minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail : il ne se passera rien.',
  taken_subject: 'Votre inscription existe déjà',
  taken_heading: 'Votre inscription existe déjà',
  taken_body:
    'Quelqu’un, sans doute vous, a essayé d’inscrire une organisation avec cette adresse. Elle a déjà un compte.',
  taken_button: 'Se connecter',
  taken_note:
    'Si vous avez oublié le mot de passe, choisissez « Mot de passe oublié ? » sur cette page. Si ce n’était pas vous, ignorez cet e-mail.',
  invite_subject: '{customer_name} vous invite sur Skilgrid',
  invite_heading: 'Bienvenue, {first_name}',
  invite_body: '{customer_name} gère ses compétences et ses formations dans Skilgrid et a créé un compte pour vous.',
  invite_user_name: 'Votre nom d’utilisateur est {user_name}. Choisissez un mot de passe pour commencer.',
  invite_button: 'Choisir un mot de passe',
  invite_note: 'Le lien est valable 7 jours. S’il a expiré, demandez-en un nouveau à votre admin.',
  invite_taken_subject: '{customer_name} souhaite vous inviter',
  invite_taken_heading: 'Cette adresse se connecte déjà ailleurs',
  invite_taken_body:
    '{customer_name} souhaite vous inviter, mais cette adresse appartient à un autre compte. Veuillez leur donner une autre adresse à vous.',
  reset_subject: 'Choisissez un nouveau mot de passe',
  reset_heading: 'Choisissez un nouveau mot de passe',
  reset_body: 'Un nouveau mot de passe a été demandé pour le compte {user_name}.',
  reset_button: 'Choisir un nouveau mot de passe',
  reset_note:
    'Le lien est valable 30 minutes et ne sert qu’une fois. Si ce n’était pas vous, ignorez cet e-mail : l’ancien mot de passe reste.',
  login_subject: 'Comment se connecter à Skilgrid',
  login_heading: 'Comment se connecter',
  login_body: 'Votre nom d’utilisateur pour {customer_name} est {user_name}.',
  login_where: 'Connectez-vous sur {url}. Si vous avez oublié le mot de passe, choisissez-en un nouveau ici :',
  login_note:
    'Le lien est valable 30 minutes et ne sert qu’une fois ; plus tard, choisissez « Mot de passe oublié ? » sur la page de connexion. L’ancien mot de passe reste valable jusqu’à ce que vous en choisissiez un nouveau.',
  changed_subject: 'Votre mot de passe a été changé',
  changed_heading: 'Votre mot de passe a été changé',
  changed_body: 'Le mot de passe du compte {user_name} a été changé, et toutes les sessions ont été fermées.',
  changed_note: 'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe et prévenez votre admin.',
  changed_button: 'Demander un nouveau mot de passe',
  names_confirm_subject: 'Confirmez votre mode de connexion',
  names_confirm_heading: 'Confirmez votre mode de connexion',
  names_confirm_body: 'Le compte {account} de {customer_name} doit désormais se connecter autrement :',
  names_new_email: 'Nouvelle adresse e-mail : {email}',
  names_new_user_name: 'Nouveau nom d’utilisateur : {user_name}',
  names_confirm_button: 'Voir et confirmer',
  names_confirm_note:
    'Le lien est valable 24 heures. Rien ne change sans confirmation. Si vous ne vous y attendiez pas, ignorez cet e-mail.',
  names_taken_subject: 'Cette adresse sert déjà à se connecter',
  names_taken_heading: 'Cette adresse sert déjà à se connecter',
  names_taken_body:
    'Quelqu’un, sans doute vous, a demandé à se connecter à un autre compte avec cette adresse. Elle a déjà un compte, rien ne change donc.',
  names_taken_note:
    'Si c’était vous, choisissez là-bas une autre adresse, ou libérez d’abord celle-ci. Si ce n’était pas vous, ignorez cet e-mail.',
  names_asked_subject: 'Un changement de votre connexion a été demandé',
  names_asked_heading: 'Un changement de votre connexion a été demandé',
  names_asked_body:
    'Quelqu’un qui est connecté en tant que {account}, ou un admin de {customer_name}, a demandé que ce compte se connecte autrement. Ce sera le cas une fois confirmé depuis la nouvelle adresse :',
  names_asked_note:
    'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe : cela annule le changement et ferme toutes les sessions. Prévenez aussi votre admin.',
  names_changed_subject: 'Votre connexion a été changée',
  names_changed_heading: 'Votre connexion a été changée',
  names_changed_body: 'Le compte {account} de {customer_name} se connecte désormais autrement :',
  names_changed_button: 'Ce n’était pas moi',
  names_changed_note: 'Si c’était vous, il n’y a rien à faire.',
  factor_set_up_subject: 'Un second facteur a été configuré',
  factor_set_up_body:
    'La connexion en tant que {user_name} demande désormais un code d’une application d’authentification en plus du mot de passe. Les sessions de ce compte ont été fermées partout ailleurs. Conservez les codes de récupération en lieu sûr.',
  factor_replaced_subject: 'Votre second facteur a été remplacé',
  factor_replaced_body:
    'Le compte {user_name} accepte désormais les codes d’une autre application d’authentification. La précédente et ses codes de récupération ne sont plus valables, et les sessions de ce compte ont été fermées partout ailleurs.',
  factor_removed_subject: 'Votre second facteur a été supprimé',
  factor_removed_body:
    'La connexion en tant que {user_name} ne demande plus de code d’une application d’authentification. Les sessions de ce compte ont été fermées partout ailleurs.',
  factor_reset_subject: 'Votre second facteur a été réinitialisé',
  factor_reset_body:
    'Un admin a supprimé le second facteur du compte {user_name}, et toutes les sessions ont été fermées. Vous pouvez en configurer un nouveau sous « Paramètres ».',
  factor_codes_renewed_subject: 'De nouveaux codes de récupération ont été créés',
  factor_codes_renewed_body:
    'Le compte {user_name} a de nouveaux codes de récupération. Les précédents ne sont plus valables.',
  factor_recovery_used_subject: 'Un code de récupération a été utilisé',
  factor_recovery_used_body:
    'Un code de récupération du compte {user_name} a été utilisé et n’est plus valable. Le nombre de codes restants figure sous « Paramètres ».',
  factor_passkey_first_subject: 'Une clé d’accès a été ajoutée',
  factor_passkey_first_body:
    'La clé d’accès « {name} » permet désormais de se connecter en tant que {user_name}, sans mot de passe. Les sessions de ce compte ont été fermées partout ailleurs.',
  factor_passkey_added_subject: 'Une clé d’accès a été ajoutée',
  factor_passkey_added_body:
    'La clé d’accès « {name} » permet désormais de se connecter en tant que {user_name}, sans mot de passe.',
  factor_passkey_removed_subject: 'Une clé d’accès a été supprimée',
  factor_passkey_removed_body:
    'La clé d’accès « {name} » ne permet plus de se connecter en tant que {user_name}. Les sessions de ce compte ont été fermées partout ailleurs.',
  factor_note: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et prévenez votre admin.',
  factor_button: 'Choisir un nouveau mot de passe',
  support_subject: 'Nous contacter : {subject}',
  support_heading: '{subject}',
  support_body: '{user_name} de {customer_name} (client {customer_id}) écrit :',
  support_note: 'Répondre à {reply_to}.',
  support_button: 'Voir tous les messages',
};
