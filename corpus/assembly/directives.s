# Directives with operands that are usual on an ABI: what several families combine.  `later` ones came later; what is made
# of them stands behind what is made of the others.

def-cfa-sp:		.cfi_def_cfa sp, entry+16
def-cfa-fp:		.cfi_def_cfa fp, entry+16
def-cfa-other:		.cfi_def_cfa other, entry+16
def-cfa-register-sp:	.cfi_def_cfa_register sp
def-cfa-register-fp:	.cfi_def_cfa_register fp
def-cfa-register-other:	.cfi_def_cfa_register other
def-cfa-offset:		.cfi_def_cfa_offset entry+16
adjust-cfa-offset:	.cfi_adjust_cfa_offset 8
offset-fp:		.cfi_offset fp, -16
offset-ra:		.cfi_offset ra, -8
offset-ra-elsewhere:	.cfi_offset ra, -24
offset-other:		.cfi_offset other, -24
rel-offset-fp:		.cfi_rel_offset fp, 0
rel-offset-ra:		.cfi_rel_offset ra, 8
val-offset-fp:		.cfi_val_offset fp, -16
val-offset-sp:		.cfi_val_offset sp, 0
val-offset-ra:		.cfi_val_offset ra, -16
register-fp:		.cfi_register fp, spare
register-ra:		.cfi_register ra, spare
register-other:		.cfi_register other, spare
restore-fp:		.cfi_restore fp
restore-ra:		.cfi_restore ra
restore-other:		.cfi_restore other
undefined-fp:		.cfi_undefined fp
undefined-ra:		.cfi_undefined ra
undefined-other:	.cfi_undefined other
same-value-fp:		.cfi_same_value fp
same-value-ra:		.cfi_same_value ra
same-value-other:	.cfi_same_value other
remember-state:		.cfi_remember_state
restore-state:		.cfi_restore_state
signal-frame:		.cfi_signal_frame
return-column-ra:	.cfi_return_column ra
return-column-other:	.cfi_return_column other
.if arm
window-save:		.cfi_window_save
negate-ra-state:	.cfi_negate_ra_state
b-key-frame:		.cfi_b_key_frame
mte-tagged-frame:	.cfi_mte_tagged_frame
.endif
label:			.cfi_label
escape-nop:		.cfi_escape nop
escape-args-size:	.cfi_escape args_size 16
escape-cfa-at-fp:	.cfi_escape cfa_at fp, -8
escape-fp-saved-at-fp:	.cfi_escape saved_at fp, fp, 0
escape-ra-saved-at-fp:	.cfi_escape saved_at ra, fp, 8
escape-fp-value:	.cfi_escape value fp, spare, -8
escape-fp-expression:	.cfi_escape saved_at_sum fp, spare, -8

.if later
.if arm
negate-ra-state-with-pc:	.cfi_negate_ra_state_with_pc
.endif
val-encoded-addr-fp:	.cfi_val_encoded_addr fp
val-encoded-addr-ra:	.cfi_val_encoded_addr ra
personality:		.cfi_personality
lsda:			.cfi_lsda
return-column-fp:	.cfi_return_column fp
offset-vector:		.cfi_offset vector, -24
register-fp-vector:	.cfi_register fp, vector
escape-cfa-complex:	.cfi_escape cfa_sum fp, spare, 8

# The operations of directives above, as .cfi_escape with their bytes.
escaped-def-cfa-fp:	.cfi_escape def_cfa fp, entry+16
escaped-def-cfa-offset:	.cfi_escape def_cfa_offset entry+16
escaped-register-fp:	.cfi_escape register fp, spare
escaped-restore-fp:	.cfi_escape restore fp
escaped-undefined-ra:	.cfi_escape undefined ra
escaped-remember-state:	.cfi_escape remember_state
escaped-restore-state:	.cfi_escape restore_state
.if arm
escaped-negate-ra-state:	.cfi_escape negate_ra_state
.endif
.endif
