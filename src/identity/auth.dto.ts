import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength, Validate } from 'class-validator';
import {
  availabilityAnswer,
  checkedLinkAnswer,
  codeSentAnswer,
  identityAnswer,
  meAnswer,
  messageAnswer,
  namesToConfirmAnswer,
  pendingNamesAnswer,
  registeredAnswer,
  signInNamesAnswer,
  THEMES,
  type Theme,
  ticketAnswer,
} from '../contract/account-answers';
import { LANGUAGE_CODES, type Language } from '../contract/languages';
import { answerDto } from '../platform/definitions/dto';
import { IsNotNull, IsOneLine } from '../platform/definitions/field-rules';
import { IsEmailAddress } from '../platform/email-address';

export class LoginBody {
  @ApiProperty({ description: 'User name or e-mail.', example: 'nordwerk' })
  @MaxLength(254, { message: 'At most 254 characters.' })
  @MinLength(1, { message: 'Enter your user name or e-mail.' })
  @IsString({ message: 'Enter your user name or e-mail.' })
  user_name: string;

  @ApiProperty({ example: 'three-herons-over-the-dock' })
  @MaxLength(512, { message: 'At most 256 characters.' })
  @MinLength(1, { message: 'Enter your password.' })
  @IsString({ message: 'Enter your password.' })
  password: string;

  @ApiProperty({
    required: false,
    description: 'Of the second factor, where the account has one: 6 digits, or a recovery code.',
  })
  @IsOptional()
  @MaxLength(40, { message: 'Enter the 6 digits, or a recovery code.' })
  @IsString({ message: 'Enter the 6 digits, or a recovery code.' })
  code?: string;
}

export class EmailBody {
  @ApiProperty({ format: 'email', example: 'office@nordwerk.example.org' })
  @IsEmailAddress()
  email: string;
}

export class VerifyBody {
  @ApiProperty({ example: '3f0f8f9e-0a52-4b6e-8f9b-6f5f0a2f4d11' })
  @MaxLength(64, { message: 'Ask for a code first.' })
  @IsString({ message: 'Ask for a code first.' })
  challenge: string;

  @ApiProperty({ example: '4711' })
  @MaxLength(12, { message: 'Enter the code of the mail.' })
  @IsString({ message: 'Enter the code of the mail.' })
  otp: string;
}

export class LinkBody {
  @ApiProperty({ description: 'From the mailed link.', example: 'vF2…' })
  @MaxLength(200, { message: 'The link is incomplete.' })
  @IsString({ message: 'The link is incomplete.' })
  token: string;
}

export class ResetBody {
  @ApiProperty({ description: 'From password-reset/check; good for 10 minutes.', example: 'AZk…' })
  @MaxLength(200, { message: 'Open the link of the mail again.' })
  @IsString({ message: 'Open the link of the mail again.' })
  handle: string;

  @ApiProperty({ minLength: 12, maxLength: 256, example: 'three-herons-over-the-dock' })
  @MaxLength(512, { message: 'Please use at most 256 characters.' })
  @IsString({ message: 'Password is required.' })
  password: string;
}

export class PasswordBody {
  @ApiProperty({ minLength: 12, maxLength: 256, example: 'three-herons-over-the-dock' })
  @MaxLength(512, { message: 'Please use at most 256 characters.' })
  @IsString({ message: 'Password is required.' })
  password: string;

  @ApiProperty({ required: false, description: 'Needed when the sign-in is older than 10 minutes.' })
  @IsOptional()
  @MaxLength(512, { message: 'At most 256 characters.' })
  @IsString({ message: 'Enter your current password.' })
  current_password?: string;
}

export class NamesBody {
  @ApiProperty({ format: 'email', required: false, example: 'ines.brandt@nordwerk.example.org' })
  @IsOptional()
  @IsEmailAddress()
  email?: string;

  @ApiProperty({ maxLength: 254, required: false, description: 'With an @ only if it is the e-mail.' })
  @IsOptional()
  @Validate(IsOneLine)
  @MaxLength(254, { message: 'At most 254 characters.' })
  @IsString({ message: 'Enter a user name.' })
  user_name?: string;

  @ApiProperty({ required: false, description: 'Needed when the sign-in is older than 10 minutes.' })
  @IsOptional()
  @MaxLength(512, { message: 'At most 256 characters.' })
  @IsString({ message: 'Enter your current password.' })
  current_password?: string;
}

export class PreferencesBody {
  @ApiProperty({ enum: LANGUAGE_CODES, required: false, example: 'de' })
  @IsNotNull()
  @IsIn(LANGUAGE_CODES, { message: `Choose one of: ${LANGUAGE_CODES.join(', ')}.` })
  locale?: Language;

  @ApiProperty({ enum: THEMES, required: false, example: 'dark' })
  @IsNotNull()
  @IsIn([...THEMES], { message: `Choose one of: ${THEMES.join(', ')}.` })
  theme?: Theme;
}

export class IdentityDto extends answerDto(identityAnswer) {}
export class PendingNamesDto extends answerDto(pendingNamesAnswer) {}
export class MeDto extends answerDto(meAnswer) {}
export class AvailabilityDto extends answerDto(availabilityAnswer) {}
export class CodeSentDto extends answerDto(codeSentAnswer) {}
export class TicketDto extends answerDto(ticketAnswer) {}
export class RegisteredDto extends answerDto(registeredAnswer) {}
export class MessageDto extends answerDto(messageAnswer) {}
export class CheckedLinkDto extends answerDto(checkedLinkAnswer) {}
export class NamesToConfirmDto extends answerDto(namesToConfirmAnswer) {}
export class ConfirmedNamesDto extends answerDto(signInNamesAnswer) {}
