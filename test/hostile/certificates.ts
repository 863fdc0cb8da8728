/** Certificates of the key in test/egress/certificate.ts, each with a fault of its own. Nobody trusts any of them. */

/** For `localhost`, until the end of 2020. */
export const expired = `-----BEGIN CERTIFICATE-----
MIIBRzCB7qADAgECAhRWPXrcViwvlg22grg7bnxPg2IwzzAKBggqhkjOPQQDAjAX
MRUwEwYDVQQDDAxDdXRvdmVyIHRlc3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAx
MDAwMDAwWjAXMRUwEwYDVQQDDAxDdXRvdmVyIHRlc3QwWTATBgcqhkjOPQIBBggq
hkjOPQMBBwNCAARIkW9rV531pGnn9hvBZTgIODUH3LftfF4ENitn2WS4kyn8f7Z9
3PxSu0LRaAzG8gCn/LCEc6DtRu+VsmbHJOI5oxgwFjAUBgNVHREEDTALgglsb2Nh
bGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIhANSjB/+7x4qx9R5zJgPdQVoULitZPh2c
uNKeQPRzpt5dAiBz0u6YDU//+lc9qy+eJ8y0Fb68ain9qQTBJfPk9HcB6g==
-----END CERTIFICATE-----
`

/** For `other.example`. */
export const ofAnotherHost = `-----BEGIN CERTIFICATE-----
MIIBTTCB9KADAgECAhQUqdgz0QonuU9GAFMtRlW7rrYTlTAKBggqhkjOPQQDAjAX
MRUwEwYDVQQDDAxDdXRvdmVyIHRlc3QwIBcNMjYwMTAxMDAwMDAwWhgPMjEyNjAx
MDEwMDAwMDBaMBcxFTATBgNVBAMMDEN1dG92ZXIgdGVzdDBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABEiRb2tXnfWkaef2G8FlOAg4NQfct+18XgQ2K2fZZLiTKfx/
tn3c/FK7QtFoDMbyAKf8sIRzoO1G75WyZsck4jmjHDAaMBgGA1UdEQQRMA+CDW90
aGVyLmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIhANX0v3eue/3FMKbZcRQ7GypW
G35Wna9fUCinjmUjfCSRAiBFnfUKQ0Ejfg39PCFGYATq1VhFqRbYc/CP1Wr3TsM9
Sg==
-----END CERTIFICATE-----
`
