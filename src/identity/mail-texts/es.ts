import type { MailText } from './en';

export const es: Record<MailText, string> = {
  code_subject: 'Su código de verificación',
  code_heading: 'Su código de verificación',
  code_body: 'Introduzca este código en el formulario de registro para demostrar que este buzón es suyo.',
  code_note: 'El código es válido durante 10 minutos. Si no lo ha pedido, ignore este mensaje: no ocurre nada.',
  taken_subject: 'Ya tiene un registro',
  taken_heading: 'Ya tiene un registro',
  taken_body:
    'Alguien, probablemente usted, intentó registrar una organización con esta dirección. Ya existe una cuenta con ella.',
  taken_button: 'Iniciar sesión',
  taken_note:
    'Si ha olvidado la contraseña, elija «¿Olvidó la contraseña?» en esa página. Si no fue usted, ignore este mensaje.',
  invite_subject: '{customer_name} le invita a Skilgrid',
  invite_heading: 'Le damos la bienvenida, {first_name}',
  invite_body: '{customer_name} gestiona sus competencias y cursos en Skilgrid y ha creado una cuenta para usted.',
  invite_user_name: 'Su nombre de usuario es {user_name}. Elija una contraseña para empezar.',
  invite_button: 'Elegir una contraseña',
  invite_note: 'El enlace es válido durante 7 días. Cuando haya caducado, pida uno nuevo a su administrador.',
  invite_taken_subject: '{customer_name} quiere invitarle',
  invite_taken_heading: 'Esta dirección ya inicia sesión en otro lugar',
  invite_taken_body:
    '{customer_name} quiere invitarle, pero esta dirección pertenece a otra cuenta. Facilítele otra dirección de correo.',
  reset_subject: 'Elija una contraseña nueva',
  reset_heading: 'Elija una contraseña nueva',
  reset_body: 'Se ha solicitado una contraseña nueva para la cuenta {user_name}.',
  reset_button: 'Elegir una contraseña nueva',
  reset_note:
    'El enlace es válido durante 30 minutos y sirve una sola vez. Si no fue usted, ignore este mensaje: la contraseña anterior se mantiene.',
  login_subject: 'Cómo iniciar sesión en Skilgrid',
  login_heading: 'Cómo iniciar sesión',
  login_body: 'Su nombre de usuario para {customer_name} es {user_name}.',
  login_where: 'Inicie sesión en {url}. Si ha olvidado la contraseña, elija una nueva aquí:',
  login_note:
    'El enlace es válido durante 30 minutos y sirve una sola vez; después, elija «¿Olvidó la contraseña?» en la página de inicio de sesión. La contraseña anterior vale hasta que elija una nueva.',
  changed_subject: 'Su contraseña ha cambiado',
  changed_heading: 'Su contraseña ha cambiado',
  changed_body: 'Se cambió la contraseña de la cuenta {user_name} y se cerraron todas las sesiones.',
  changed_note: 'Si no fue usted, solicite enseguida una contraseña nueva y avise a su administrador.',
  changed_button: 'Solicitar una contraseña nueva',
  names_confirm_subject: 'Confirme cómo inicia sesión',
  names_confirm_heading: 'Confirme cómo inicia sesión',
  names_confirm_body: 'La cuenta {account} de {customer_name} va a iniciar sesión de otra forma desde ahora:',
  names_new_email: 'Nueva dirección de correo electrónico: {email}',
  names_new_user_name: 'Nuevo nombre de usuario: {user_name}',
  names_confirm_button: 'Ver y confirmar',
  names_confirm_note:
    'El enlace es válido durante 24 horas. Hasta que se confirme, no cambia nada. Si no esperaba esto, ignore este mensaje.',
  names_taken_subject: 'Esta dirección ya inicia sesión',
  names_taken_heading: 'Esta dirección ya inicia sesión',
  names_taken_body:
    'Alguien, probablemente usted, pidió iniciar sesión en otra cuenta con esta dirección. Ya existe una cuenta con ella, así que no cambia nada.',
  names_taken_note:
    'Si fue usted, elija otra dirección allí o libere antes esta. Si no fue usted, ignore este mensaje.',
  names_asked_subject: 'Se pidió cambiar su inicio de sesión',
  names_asked_heading: 'Se pidió cambiar su inicio de sesión',
  names_asked_body:
    'Alguien con sesión iniciada como {account}, o un administrador de {customer_name}, pidió que esta cuenta inicie sesión de otra forma. Será así en cuanto se confirme desde la dirección nueva:',
  names_asked_note:
    'Si no fue usted, solicite enseguida una contraseña nueva: eso anula el cambio y cierra todas las sesiones. Avise también a su administrador.',
  names_changed_subject: 'Su inicio de sesión ha cambiado',
  names_changed_heading: 'Su inicio de sesión ha cambiado',
  names_changed_body: 'La cuenta {account} de {customer_name} inicia sesión de otra forma desde ahora:',
  names_changed_button: 'No fui yo',
  names_changed_note: 'Si fue usted, no tiene que hacer nada.',
  factor_set_up_subject: 'Se configuró un segundo factor',
  factor_set_up_body:
    'Para iniciar sesión como {user_name} hace falta ahora, además de la contraseña, un código de una aplicación de autenticación. Se cerraron las demás sesiones de esta cuenta. Guarde los códigos de recuperación en un lugar seguro.',
  factor_replaced_subject: 'Su segundo factor se sustituyó',
  factor_replaced_body:
    'La cuenta {user_name} usa ahora los códigos de otra aplicación de autenticación. La anterior y sus códigos de recuperación ya no valen, y se cerraron las demás sesiones de la cuenta.',
  factor_removed_subject: 'Su segundo factor se quitó',
  factor_removed_body:
    'Para iniciar sesión como {user_name} ya no hace falta un código de una aplicación de autenticación. Se cerraron las demás sesiones de esta cuenta.',
  factor_reset_subject: 'Su segundo factor se restableció',
  factor_reset_body:
    'Un administrador ha quitado el segundo factor de la cuenta {user_name} y se cerraron todas las sesiones. Puede configurar uno nuevo en Ajustes.',
  factor_codes_renewed_subject: 'Se crearon códigos de recuperación nuevos',
  factor_codes_renewed_body: 'La cuenta {user_name} tiene códigos de recuperación nuevos. Los anteriores ya no valen.',
  factor_recovery_used_subject: 'Se usó un código de recuperación',
  factor_recovery_used_body:
    'Se usó un código de recuperación de la cuenta {user_name}. Ya no vale. En Ajustes se indica cuántos quedan.',
  factor_passkey_first_subject: 'Se añadió una llave de acceso',
  factor_passkey_first_body:
    'La llave de acceso «{name}» inicia ahora sesión como {user_name}, sin contraseña. Se cerraron las demás sesiones de esta cuenta.',
  factor_passkey_added_subject: 'Se añadió una llave de acceso',
  factor_passkey_added_body: 'La llave de acceso «{name}» inicia ahora sesión como {user_name}, sin contraseña.',
  factor_passkey_removed_subject: 'Se quitó una llave de acceso',
  factor_passkey_removed_body:
    'La llave de acceso «{name}» ya no inicia sesión como {user_name}. Se cerraron las demás sesiones de esta cuenta.',
  factor_note: 'Si no fue usted, elija enseguida una contraseña nueva y avise a su administrador.',
  factor_button: 'Elegir una contraseña nueva',
  support_subject: 'Contáctenos: {subject}',
  support_heading: '{subject}',
  support_body: '{user_name} de {customer_name} (cliente {customer_id}) escribe:',
  support_note: 'Responda a {reply_to}.',
  support_button: 'Ver todos los mensajes',
};
