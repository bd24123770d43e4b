import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

const NAME = 'Enter your user name or e-mail.';
const PASSWORD = 'Enter your password.';

/** Either spelling of name and password. */
export class CustomerLoginBody {
  @ApiProperty({ required: false, example: 'nordwerk' })
  @IsOptional()
  @MaxLength(254, { message: NAME })
  @IsString({ message: NAME })
  c_user_name?: string;

  @ApiProperty({ required: false, example: 'nordwerk' })
  @IsOptional()
  @MaxLength(254, { message: NAME })
  @IsString({ message: NAME })
  user_name?: string;

  @ApiProperty({ required: false, example: 'office@nordwerk.example.org' })
  @IsOptional()
  @MaxLength(254, { message: NAME })
  @IsString({ message: NAME })
  email?: string;

  @ApiProperty({ required: false, example: 'three-herons-over-the-dock' })
  @IsOptional()
  @MaxLength(512, { message: PASSWORD })
  @IsString({ message: PASSWORD })
  c_password?: string;

  @ApiProperty({ required: false, example: 'three-herons-over-the-dock' })
  @IsOptional()
  @MaxLength(512, { message: PASSWORD })
  @IsString({ message: PASSWORD })
  password?: string;
}
