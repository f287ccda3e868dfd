// The part of Apple's Security framework that Hearth uses, declared by us after Apple's public documentation (this file:
// 2026-11-21), so that the Keychain file can be type-checked on any machine. Nothing here runs. Core Foundation's types
// do not exist outside Apple's platforms; they are stood in for by what they are bridged to.

import Foundation

public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = Any
public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300
public let errSecDuplicateItem: OSStatus = -25299
public let kSecReturnData = "", kSecMatchLimit = "", kSecMatchLimitOne = "", kSecValueData = "", kSecClass = ""
public let kSecAttrAccessible = "", kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = ""
public let kSecClassGenericPassword = "", kSecAttrService = "", kSecAttrAccount = "", kSecUseDataProtectionKeychain = ""

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }
