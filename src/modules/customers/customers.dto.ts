import { ApiProperty } from '@nestjs/swagger';
import { customers } from '../../contract/customers.resource';
import { rowDto } from '../../common/rest/dto';

export class ChangedCustomerDto extends rowDto(customers) {
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: null,
    description: 'Address that received the link to confirm a new email or user name.',
  })
  confirmation_sent_to: string | null;
}
